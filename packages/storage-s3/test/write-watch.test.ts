import { expect } from 'chai';
import { createS3BlobStore, type S3BlobStore } from '../src/s3-blob-store.js';
import { contentOf } from './connector/rigs/bucket-content.js';
import { refuse, startProxy } from './connector/rigs/meddling-proxy.js';
import { withStandIn } from './rigs/stand-in-scene.js';
import { bodyOf, errorOf, shutOut, upload, valueOf, writeAll } from './rigs/values.js';

const { bytes, to } = upload(100);

interface Scene {
  readonly store: S3BlobStore;
  /** The methods that the bucket refuses. */
  readonly refused: Set<string>;
  /** Lets time pass for the store. */
  readonly pass: (seconds: number) => void;
  /** The methods of the requests since the last call. */
  readonly seen: () => readonly string[];
  readonly names: () => Promise<readonly string[]>;
}

/** Runs `act` with a store whose bucket may refuse some methods. */
const withRefusals = (act: (scene: Scene) => Promise<void>): Promise<void> =>
  withStandIn({ mode: 'strict' }, {}, async ({ options, server, bucket }) => {
    const refused = new Set<string>();
    const proxy = await startProxy(server.endpoint, ({ method = '' }, response) =>
      refused.has(method) ? refuse(response, 403, 'AccessDenied') : false,
    );
    let aheadMs = 0;
    let from = 0;
    const now = (): number => Date.now() + aheadMs;
    const store = createS3BlobStore({ ...options, endpoint: proxy.endpoint, now });
    try {
      await act({
        store,
        refused,
        pass: (seconds) => (aheadMs += seconds * 1000),
        seen: () => {
          const methods = proxy.seen.slice(from).map((line) => line.split(' ')[0] ?? '');
          from = proxy.seen.length;
          return methods;
        },
        names: () => contentOf(server, bucket),
      });
    } finally {
      store.close();
      await proxy.close();
    }
  });

const write = (store: S3BlobStore) => store.write(to, bodyOf(bytes), bytes.byteLength);

describe('a bucket that takes no writes', () => {
  it('is as good as any until a write has failed, and asked by one list', () =>
    withRefusals(async ({ store, seen }) => {
      await writeAll(store, to, bytes);
      valueOf(await store.remove(to));
      seen();
      valueOf(await store.check());
      expect(seen()).to.deep.equal(['GET']);
    }));

  for (const methods of [['PUT', 'POST', 'DELETE'], ['PUT'], ['DELETE']]) {
    it(`is unavailable when it refuses ${methods.join(', ')}, until a small write has got through`, () =>
      withRefusals(async ({ store, refused, pass, seen, names }) => {
        await writeAll(store, to, bytes);
        for (const method of methods) refused.add(method);
        expect(errorOf(await (methods.includes('PUT') ? write(store) : store.remove(to)))).to.deep.equal(shutOut);
        for (let tries = 0; tries < 2; tries += 1) {
          expect(errorOf(await store.check())).to.deep.equal(shutOut);
          pass(6);
        }
        refused.clear();
        valueOf(await store.check());
        pass(6);
        seen();
        valueOf(await store.check());
        expect(seen()).to.deep.equal(['GET']);
        expect(await names()).to.have.lengthOf(1);
      }));
  }

  it('is asked to take something at most every few seconds, however many look', () =>
    withRefusals(async ({ store, refused, pass, seen }) => {
      refused.add('PUT');
      expect(errorOf(await write(store))).to.deep.equal(shutOut);
      seen();
      const tries = (): number => seen().filter((method) => method === 'PUT').length;
      for (const checks of await Promise.all([store.check(), store.check(), store.check()])) errorOf(checks);
      errorOf(await store.check());
      expect(tries()).to.equal(1);
      pass(6);
      errorOf(await store.check());
      expect(tries()).to.equal(1);
    }));

  it('is available at once when another write gets through, and not when something else is removed', () =>
    withRefusals(async ({ store, refused }) => {
      refused.add('PUT');
      expect(errorOf(await write(store))).to.deep.equal(shutOut);
      expect(errorOf(await store.check())).to.deep.equal(shutOut);
      valueOf(await store.remove(to));
      expect(errorOf(await store.check())).to.deep.equal(shutOut);
      refused.clear();
      await writeAll(store, to, bytes);
      valueOf(await store.check());
    }));

  it('is tried with nothing that it would not let go again', () =>
    withRefusals(async ({ store, refused, pass, names }) => {
      refused.add('PUT');
      expect(errorOf(await write(store))).to.deep.equal(shutOut);
      expect(errorOf(await store.check())).to.deep.equal(shutOut);
      refused.clear();
      refused.add('DELETE');
      pass(6);
      expect(errorOf(await store.check())).to.deep.equal(shutOut);
      expect(await names()).to.deep.equal([]);
      refused.clear();
      pass(6);
      valueOf(await store.check());
      expect(await names()).to.deep.equal([]);
    }));
});
