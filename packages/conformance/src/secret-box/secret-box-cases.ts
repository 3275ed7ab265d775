import { expect } from 'chai';
import type { Case } from '../run-cases.js';
import type { SecretBoxHarness } from './secret-box-harness.js';

const context = 'storage_connections/row-1/organization-1/secret_access_key';
const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';

const sealing: readonly Case<SecretBoxHarness>[] = [
  {
    title: 'what is sealed opens in its context and nowhere shows the secret',
    run: async ({ open }) => {
      const box = await open(['a']);
      const sealed = await box.seal(secret, context);
      expect(sealed).to.not.include(secret.slice(0, 6));
      expect(Buffer.from(sealed, 'base64').toString('latin1')).to.not.include(secret.slice(0, 6));
      expect(await box.open(sealed, context)).to.equal(secret);
    },
  },
  {
    title: 'another box over the same key opens it',
    run: async ({ open }) => {
      const sealed = await (await open(['a'])).seal(secret, context);
      expect(await (await open(['a'])).open(sealed, context)).to.equal(secret);
    },
  },
  {
    title: 'secrets of any length and script come back as they were',
    run: async ({ open }) => {
      const box = await open(['a']);
      for (const text of ['', ' ', 'é', 'Schlüssel 鍵 🔑', 'a\u0000b\r\n', '\ufeffa', 'x'.repeat(100_000)]) {
        expect(await box.open(await box.seal(text, context), context)).to.equal(text);
      }
    },
  },
  {
    title: 'contexts of any script are told apart, the empty one too',
    run: async ({ open }) => {
      const box = await open(['a']);
      const contexts = ['', ' ', 'é', 'e\u0301', '鍵', '鍵\u0000', 'a.b', 'a', '.'];
      for (const own of contexts) {
        const sealed = await box.seal(secret, own);
        for (const other of contexts) {
          expect(await box.open(sealed, other)).to.equal(own === other ? secret : undefined);
        }
      }
    },
  },
  {
    title: 'the same secret sealed 10,000 times gives as many different texts',
    run: async ({ open }) => {
      const box = await open(['a']);
      const seen = new Set<string>();
      for (let count = 0; count < 10_000; count += 1) seen.add(await box.seal('s', context));
      expect(seen.size).to.equal(10_000);
    },
  },
];

const altering: readonly Case<SecretBoxHarness>[] = [
  {
    title: 'what was sealed for one row does not open in another',
    run: async ({ open }) => {
      const box = await open(['a']);
      const [first, second] = [await box.seal('first', 'row/1'), await box.seal('second', 'row/2')];
      expect(await box.open(first, 'row/2')).to.equal(undefined);
      expect(await box.open(second, 'row/1')).to.equal(undefined);
      expect(await box.open(first, 'row/1 ')).to.equal(undefined);
    },
  },
  {
    title: 'a text with any one character changed, taken out or added does not open',
    run: async ({ open }) => {
      const box = await open(['a']);
      // Lengths that leave no, two and four spare bits at the end of a base64 text.
      for (const text of [secret, `${secret}1`, `${secret}12`]) {
        const sealed = await box.seal(text, context);
        for (let at = 0; at <= sealed.length; at += 1) {
          const [before, after] = [sealed.slice(0, at), sealed.slice(at)];
          for (const character of ['A', 'B', 'Q', 'w', '_', '.', '=', ' ', '\n', 'é', following(sealed.charCodeAt(at))]) {
            expect(await box.open(before + character + after, context), `added at ${at}`).to.equal(undefined);
            if (after === '' || after.startsWith(character)) continue;
            expect(await box.open(before + character + after.slice(1), context), `changed at ${at}`).to.equal(undefined);
          }
          if (after !== '') expect(await box.open(before + after.slice(1), context), `removed at ${at}`).to.equal(undefined);
        }
      }
    },
  },
  {
    title: 'a text that was never sealed does not open',
    run: async ({ open }) => {
      const box = await open(['a']);
      for (const text of ['', '.', '..', '...', 'v1', 'v1..', 'v1.a.', 'v1.a.AAAA', 'v2.a.AAAA', 'plain text', '\u0000', '鍵']) {
        expect(await box.open(text, context)).to.equal(undefined);
      }
    },
  },
];

/** The neighbour in the alphabet, which differs in the lowest bits of what it encodes. */
const following = (code: number): string => (Number.isNaN(code) ? '-' : String.fromCharCode(code + 1));

const keys: readonly Case<SecretBoxHarness>[] = [
  {
    title: 'an older key of the ring still opens, and says that it is outdated',
    run: async ({ open }) => {
      const sealed = await (await open(['old'])).seal(secret, context);
      const box = await open(['new', 'old']);
      expect(await box.open(sealed, context)).to.equal(secret);
      expect(box.isOutdated(sealed)).to.equal(true);
    },
  },
  {
    title: 'the newest key seals',
    run: async ({ open }) => {
      const box = await open(['new', 'old']);
      const sealed = await box.seal(secret, context);
      expect(box.isOutdated(sealed)).to.equal(false);
      expect(await (await open(['new'])).open(sealed, context)).to.equal(secret);
      expect(await (await open(['old'])).open(sealed, context)).to.equal(undefined);
    },
  },
  {
    title: 'what was sealed again with the newest key outlives the old one',
    run: async ({ open }) => {
      const old = await (await open(['old'])).seal(secret, context);
      const box = await open(['new', 'old']);
      const again = await box.seal((await box.open(old, context)) ?? '', context);
      const rest = await open(['new']);
      expect(await rest.open(old, context)).to.equal(undefined);
      expect(await rest.open(again, context)).to.equal(secret);
      expect(rest.isOutdated(again)).to.equal(false);
      expect(rest.isOutdated(old)).to.equal(true);
    },
  },
];

/** The law of the `SecretBox` port. */
export const secretBoxCases: Readonly<Record<string, readonly Case<SecretBoxHarness>[]>> = {
  'a secret box: sealing': sealing,
  'a secret box: what was altered': altering,
  'a secret box: keys': keys,
};
