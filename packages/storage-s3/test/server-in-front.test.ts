import type { BlobStore } from '@svc/core/ports';
import { expect } from 'chai';
import type { Result } from 'neverthrow';
import { createS3BlobStore } from '../src/s3-blob-store.js';
import { startProxy } from './connector/rigs/meddling-proxy.js';
import { withStandIn } from './rigs/stand-in-scene.js';
import { callsOf, listing } from './rigs/store-calls.js';
import { bytesAt, errorOf, namespace, unavailable, upload, valueOf, writeAll } from './rigs/values.js';

const small = upload(5000);
const { bytes, from } = small;
const large = upload(9_000_000, 3);

/** What proxies and load balancers answer while no server stands behind them. */
const answers: Readonly<Record<string, readonly [contentType: string, body: string]>> = {
  'in plain text': ['text/plain', '404 page not found\n'],
  'without a body': ['text/plain', ''],
  'as a page': ['text/html', '<html>\n<head><title>404 Not Found</title></head>\n<body><h1>404 Not Found</h1></body>\n</html>\n'],
  'as an error without a code': ['application/xml', '<?xml version="1.0"?><Error><Message>nothing here</Message></Error>'],
};

const partsOf = async (store: BlobStore) => valueOf((await store.parts?.(namespace)) ?? expect.fail()) ?? expect.fail();

const calls: Readonly<Record<string, (store: BlobStore, uploadId: string) => Promise<Result<unknown, unknown>>>> = {
  ...callsOf(small, large),
  'promote of a large one': async (store) => store.promote(large.from, large.to, large.expected),
  remove: async (store) => store.remove(from),
  'list of parts': async (store, uploadId) => (await partsOf(store)).list(from, uploadId),
  'end of a multipart upload': async (store, uploadId) => (await partsOf(store)).complete(from, uploadId, 5),
  'abort of a multipart upload': async (store, uploadId) => (await partsOf(store)).abort(from, uploadId),
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
