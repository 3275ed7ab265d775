import { trusted, type ObjectKey } from '@svc/core/model';
import type { BlobStore } from '@svc/core/ports';
import { expect } from 'chai';
import type { Result } from 'neverthrow';
import { createS3BlobStore } from '../src/s3-blob-store.js';
import { startProxy } from './connector/rigs/meddling-proxy.js';
import { withStandIn } from './rigs/stand-in-scene.js';
import { bodyOf, bytesAt, errorOf, namespace, unavailable, upload, valueOf, writeAll } from './rigs/values.js';

const { bytes, from, to, expected } = upload(5000);
const large = upload(9_000_000, 3);
const prefix = trusted<ObjectKey>('ns');

/** What proxies and load balancers answer while no server stands behind them. */
const answers: Readonly<Record<string, readonly [contentType: string, body: string]>> = {
  'in plain text': ['text/plain', '404 page not found\n'],
  'without a body': ['text/plain', ''],
  'as a page': ['text/html', '<html>\n<head><title>404 Not Found</title></head>\n<body><h1>404 Not Found</h1></body>\n</html>\n'],
  'as an error without a code': ['application/xml', '<?xml version="1.0"?><Error><Message>nothing here</Message></Error>'],
};

const partsOf = async (store: BlobStore) => valueOf((await store.parts?.(namespace)) ?? expect.fail()) ?? expect.fail();

const calls: Readonly<Record<string, (store: BlobStore, uploadId: string) => Promise<Result<unknown, unknown>>>> = {
  check: async (store) => store.check(),
  head: async (store) => store.head(from),
  read: async (store) => store.read(from),
  'read of a span': async (store) => store.read(from, { first: 1, last: 2 }),
  write: async (store) => store.write(to, bodyOf(bytes), bytes.byteLength),
  'write in parts': async (store) => store.write(to, bodyOf(large.bytes), large.bytes.byteLength),
  promote: async (store) => store.promote(from, to, expected),
  'promote of a large one': async (store) => store.promote(large.from, large.to, large.expected),
  remove: async (store) => store.remove(from),
  deletePrefix: async (store) => store.deletePrefix(prefix),
  'list of parts': async (store, uploadId) => (await partsOf(store)).list(from, uploadId),
  'end of a multipart upload': async (store, uploadId) => (await partsOf(store)).complete(from, uploadId, 5),
  'abort of a multipart upload': async (store, uploadId) => (await partsOf(store)).abort(from, uploadId),
};

const listing = async (store: BlobStore): Promise<unknown> => {
  try {
    for await (const _ of store.list(prefix));
    return undefined;
  } catch (fault) {
    return fault;
  }
};

describe('a server in front of the bucket that answers 404 for everything', () => {
  for (const [how, [contentType, body]] of Object.entries(answers)) {
    it(`${how} does not say that anything is missing, or gone`, () =>
      withStandIn({ mode: 'strict' }, {}, async ({ server, options }) => {
        let isAway = false;
        const proxy = await startProxy(server.endpoint, (request, response) => {
          if (!isAway) return false;
          response.writeHead(404, { 'content-type': contentType });
          response.end(request.method === 'HEAD' ? undefined : body);
          return true;
        });
        try {
          const store = createS3BlobStore({ ...options, endpoint: proxy.endpoint, maxAttempts: 1 });
          await writeAll(store, from, bytes);
          const uploadId = valueOf(await (await partsOf(store)).begin(from));

          isAway = true;
          for (const [title, call] of Object.entries(calls)) {
            expect(errorOf(await call(store, uploadId)), title).to.deep.equal(unavailable);
          }
          expect(await listing(store)).to.have.property('name', 'ListBroken');

          isAway = false;
          expect(await bytesAt(store, from)).to.deep.equal(bytes);
          expect(valueOf(await (await partsOf(store)).list(from, uploadId))).to.deep.equal([]);
        } finally {
          await proxy.close();
        }
      }));
  }
});
