import { expect } from 'chai';
import { createS3BlobStore } from '../src/s3-blob-store.js';
import { startProxy } from './connector/rigs/meddling-proxy.js';
import { withStandIn } from './rigs/stand-in-scene.js';
import { bytesAt, errorOf, namespace, unavailable, upload, valueOf } from './rigs/values.js';

const xml = '<?xml version="1.0" encoding="UTF-8"?>\n';
const failure = `${xml}<Error><Code>InternalError</Code><Message>again</Message></Error>`;

describe('the end of a multipart upload', () => {
  for (const [what, answer] of [
    ['an error inside of a 200', failure],
    ['an error inside of a 200 behind which a line ends', `${failure}\n`],
    ['a 200 that says nothing', `${xml}<CompleteMultipartUploadResult/>`],
  ] as const) {
    it(`has not come with ${what}, and can be asked for again`, () =>
      withStandIn({ mode: 'strict' }, {}, async ({ server, options }) => {
        let isFailing = true;
        const proxy = await startProxy(server.endpoint, ({ method, url = '' }, response) => {
          if (!isFailing || method !== 'POST' || !url.includes('uploadId=')) return false;
          response.writeHead(200, { 'content-type': 'application/xml' });
          response.end(answer);
          return true;
        });
        try {
          const store = createS3BlobStore({ ...options, endpoint: proxy.endpoint, maxAttempts: 1 });
          const { bytes, from } = upload(1000);
          const parts = valueOf((await store.parts?.(namespace)) ?? expect.fail()) ?? expect.fail();
          const uploadId = valueOf(await parts.begin(from));
          const { part } = valueOf(await store.signer(namespace));
          const sent = { key: from, uploadId, partNumber: 1, sizeBytes: 1000, expiresAt: Date.now() + 60_000 };
          const { href } = part?.(sent) ?? expect.fail();
          expect((await fetch(href, { method: 'PUT', body: bytes })).status).to.equal(200);
          expect(errorOf(await parts.complete(from, uploadId, 1000))).to.deep.equal(unavailable);
          isFailing = false;
          valueOf(await parts.complete(from, uploadId, 1000));
          expect(await bytesAt(store, from)).to.deep.equal(bytes);
        } finally {
          await proxy.close();
        }
      }));
  }
});
