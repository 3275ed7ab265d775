import { seeded, type SeededRandom } from '@svc/conformance';
import { rounds } from '@svc/test-services/rounds';
import { expect } from 'chai';
import { objectKey, stagingKey, type StorageNamespace, trusted, type UploadSessionId } from '../../src/model/values/index.js';
import type { LinkKey } from '../../src/ports/index.js';
import { createUrlSigner, type SignedUrlMethod, verifySignedUrl } from '../../src/signed-urls/signed-url.js';
import { errorOf, oidOf, valueOf } from '../builders/world.js';

const alterations = rounds({ property: 'no altered URL is taken for a signed one', test: 5_000, proof: 300_000 });
const refused = { kind: 'forbidden', reason: 'invalid_signature' };
const linkKeys: readonly LinkKey[] = [1, 2].map((number) => ({ id: `k${number}`, secret: new Uint8Array(32).fill(number) }));
const soon = 1_767_226_500_000;
const later = soon + 3_600_000;
const [ours, theirs] = [trusted<StorageNamespace>('ours'), trusted<StorageNamespace>('theirs')];
const session = trusted<UploadSessionId>('00000000-0000-4000-8000-000000000001');

const keys = [ours, theirs].flatMap((namespace) =>
  ['hello', 'world'].map((text) =>
    text === 'hello' ? stagingKey(namespace, session, oidOf(text)) : objectKey(namespace, oidOf(text)),
  ),
);

interface Genuine {
  readonly method: SignedUrlMethod;
  readonly key: string;
  readonly query: Readonly<Record<string, string>>;
}

const genuineOf = (method: SignedUrlMethod, href: string): Genuine => {
  const { pathname, searchParams } = new URL(href);
  return { method, key: pathname.slice('/storage/'.length), query: Object.fromEntries(searchParams) };
};

/** For every key, of every link key, with every size and every end. */
const genuine: readonly Genuine[] = linkKeys.flatMap((key) => {
  const signer = createUrlSigner({ baseUrl: 'https://svc.test', linkKeys: [key] });
  return keys.flatMap((blob) =>
    [soon, later].flatMap((expiresAt) => [
      genuineOf('GET', signer.download({ key: blob, expiresAt }).href),
      ...[5, 50].map((sizeBytes) => genuineOf('PUT', signer.upload({ key: blob, sizeBytes, expiresAt }).href)),
    ]),
  );
});

const textOf = ({ method, key, query: { expires, kid, size, signature } }: Genuine): string =>
  [method, key, expires, kid, size, signature].join(' ');

const verify = ({ method, key, query }: Genuine, now = soon - 1) => verifySignedUrl({ linkKeys, method, key, query, now });

/** A URL with one part of another one in it. */
const mixesOf = (one: Genuine, other: Genuine): readonly Genuine[] => [
  { ...one, key: other.key },
  { ...one, method: other.method },
  { ...one, query: other.query },
  ...['expires', 'kid', 'size', 'signature'].flatMap((name) => {
    const value = other.query[name];
    return value === undefined ? [] : [{ ...one, query: { ...one.query, [name]: value } }];
  }),
];

const letters = ['0', '9', 'a', 'f', 'A', '/', '.', '..', '-', ' ', '+', '%', '\0', '\n', 'e5', '\u0661'];

/** A text with a letter more, less or another one. */
const altered = (random: SeededRandom, text: string): string => {
  const at = random.integer(text.length + 1);
  return text.slice(0, at) + random.pick(['', ...letters]) + text.slice(at + random.integer(2));
};

/** One part of a URL altered, left out, or there where it was not. */
const alter = (random: SeededRandom, one: Genuine): Genuine => {
  if (random.integer(4) === 0) return { ...one, key: altered(random, one.key) };
  const name = random.pick(['expires', 'kid', 'size', 'signature']);
  const value = one.query[name];
  if (value !== undefined && random.integer(8) > 0) return { ...one, query: { ...one.query, [name]: altered(random, value) } };
  const { [name]: _, ...query } = one.query;
  return { ...one, query: value === undefined ? { ...query, [name]: random.pick(letters) } : query };
};

describe('a signed URL', () => {
  it('has a signature of its own, which no other method, key, size, end or link key gives', () => {
    expect(new Set(genuine.map(({ query }) => query['signature'])).size).to.equal(genuine.length);
  });

  it('with any part taken from another one that is good is refused', () => {
    const tried = new Set(genuine.map(textOf));
    for (const one of genuine) {
      valueOf(verify(one));
      for (const other of genuine) {
        for (const made of mixesOf(one, other)) {
          if (tried.has(textOf(made))) continue;
          tried.add(textOf(made));
          expect(errorOf(verify(made)), textOf(made)).to.deep.equal(refused);
        }
      }
    }
    expect(tried.size).to.be.greaterThan(20 * genuine.length);
  });

  const property = seeded<undefined>(`that was altered is refused, ${alterations} times`, async (_, random) => {
    // A size that is empty is not one that is left out.
    const nameOf = ({ method, key, query: { expires, kid, size, signature } }: Genuine) =>
      JSON.stringify([method, key, expires, kid, size, signature]);
    const good = new Set(genuine.map(nameOf));
    for (let round = 0; round < alterations; round += 1) {
      let made = random.pick(genuine);
      for (let left = 1 + random.integer(3); left > 0; left -= 1) made = alter(random, made);
      if (verify(made).isOk() !== good.has(nameOf(made))) expect.fail(nameOf(made));
    }
  });
  it(property.title, () => property.run(undefined));

  it('that is over is not made good by the end, the key or the size of one that is not', () => {
    const [over, good] = [genuine.filter(isSoon), genuine.filter((one) => !isSoon(one))];
    for (const one of over) expect(errorOf(verify(one, soon))).to.deep.equal(refused);
    for (const one of good) valueOf(verify(one, soon));
    for (const one of over) {
      for (const other of good) {
        const { expires = '', kid = '' } = other.query;
        for (const query of [
          { ...one.query, expires },
          { ...one.query, expires, kid },
        ])
          expect(errorOf(verify({ ...one, query }, soon))).to.deep.equal(refused);
      }
    }
  });

  it('with a signature that is none, or is written otherwise, is refused', () => {
    const [one = expect.fail('there is a URL')] = genuine;
    for (const signature of ['', '0'.repeat(64), '-', 'undefined', 'null', one.query['signature']?.toUpperCase() ?? ''])
      expect(errorOf(verify({ ...one, query: { ...one.query, signature } })), signature).to.deep.equal(refused);
  });
});

const isSoon = ({ query }: Genuine): boolean => query['expires'] === String(soon / 1000);
