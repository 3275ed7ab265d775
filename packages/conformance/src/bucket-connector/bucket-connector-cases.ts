import { type BucketCapabilities, connectionChecks, type ObjectKey, trusted } from '@svc/core/model';
import type { BucketLogin } from '@svc/core/ports';
import { expect } from 'chai';
import type { Case } from '../run-cases.js';
import type { BucketConnectorHarness } from './bucket-connector-harness.js';

const noCapabilities: BucketCapabilities = { checksumEnforced: false, createOnce: false, copyComputesSha256: false };
const key = trusted<ObjectKey>('connections/a/file');
const content = new TextEncoder().encode('hello\n');

async function* body(): AsyncGenerator<Uint8Array, void, undefined> {
  yield await Promise.resolve(content);
}

const secretOf = ({ access }: BucketLogin): string =>
  access.method === 'access_keys' ? access.secretAccessKey : expect.fail('the login has keys');

const checks: readonly Case<BucketConnectorHarness>[] = [
  {
    title: 'a bucket that lets the login in passes all seven checks, in their order, and nothing is left in it',
    run: async ({ connector, login, keys }) => {
      const health = await connector.check(login);
      const passed = connectionChecks.map((check) => ({ check, outcome: 'passed' }));
      expect(health).to.deep.include({ isHealthy: true, checkedAt: 0, checks: passed });
      expect(Object.keys(health.capabilities)).to.have.members(Object.keys(noCapabilities));
      expect(await keys()).to.deep.equal([]);
    },
  },
  {
    title: 'one that refuses it, or does not answer, fails a check: those before have passed, those after are skipped',
    run: async ({ connector, refused, unanswered, keys }) => {
      for (const [login, fault] of [
        [refused, 'credentials_refused'],
        [unanswered, 'unreachable'],
      ] as const) {
        const health = await connector.check(login);
        expect(health).to.deep.include({ isHealthy: false, checkedAt: 0 });
        expect(health.checks.map(({ check }) => check)).to.deep.equal(connectionChecks);
        const failing = health.checks.findIndex(({ outcome }) => outcome === 'failed');
        expect(health.checks[failing]).to.deep.include({ fault });
        for (const [at, { outcome }] of health.checks.entries())
          if (at !== failing) expect(outcome, fault).to.equal(at < failing ? 'passed' : 'skipped');
        expect(JSON.stringify(health)).not.to.contain(secretOf(login));
      }
      expect(await keys()).to.deep.equal([]);
    },
  },
];

const stores: readonly Case<BucketConnectorHarness>[] = [
  {
    title: 'what a store has lies below the prefix, and is shown without it',
    run: async ({ connector, login, keys }) => {
      const store = connector.open(login, noCapabilities);
      expect((await store.write(key, body(), content.byteLength)).isOk()).to.equal(true);
      expect(await keys()).to.deep.equal([`${login.address.prefix}/${key}`]);
      const shown: string[] = [];
      for await (const blob of store.list(trusted<ObjectKey>('connections/a'))) shown.push(blob.key);
      expect(shown).to.deep.equal([key]);
    },
  },
  {
    title: 'what crashes have left is removed without what is stored, and of a bucket that does not answer nothing is told',
    run: async ({ connector, login, refused, unanswered, keys }) => {
      const store = connector.open(login, noCapabilities);
      expect((await store.write(key, body(), content.byteLength)).isOk()).to.equal(true);
      for (const each of [login, refused, unanswered]) await connector.removeLeftovers?.(each);
      expect(await keys()).to.deep.equal([`${login.address.prefix}/${key}`]);
    },
  },
  {
    title: 'a bucket that refuses the login, or does not answer, is opened like any other, and its store is unavailable',
    run: async ({ connector, refused, unanswered }) => {
      for (const login of [refused, unanswered]) {
        const found = await connector.open(login, noCapabilities).head(key);
        expect(found.isErr() && found.error).to.deep.include({ kind: 'unavailable', part: 'storage' });
      }
    },
  },
];

/** The law of the `BucketConnector` port, but for what the stores that it opens do, which is that of `BlobStore`. */
export const bucketConnectorCases: Readonly<Record<string, readonly Case<BucketConnectorHarness>[]>> = {
  'a bucket connector: checks': checks,
  'a bucket connector: stores': stores,
};
