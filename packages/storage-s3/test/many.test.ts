import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { trusted, type ObjectKey } from '@svc/core/model';
import { expect } from 'chai';
import { createS3BlobStore } from '../src/s3-blob-store.js';
import { withStandIn } from './rigs/stand-in-scene.js';
import { bytesAt, namespace, upload, valueOf, writeAll } from './rigs/values.js';

const MIB = 1024 * 1024;
const prefix = trusted<ObjectKey>('ns/many');
const keys = Array.from({ length: 1100 }, (_, index) => trusted<ObjectKey>(`ns/many/${index % 7}/${index}`));

describe('the S3 store where there are many', () => {
  it('lists more than a page holds, and removes them page by page', () =>
    withStandIn({ mode: 'strict' }, {}, async ({ store, server }) => {
      const left = [...keys];
      const writeSome = async (): Promise<void> => {
        for (let key = left.pop(); key !== undefined; key = left.pop()) await writeAll(store, key, Buffer.from('x'));
      };
      await Promise.all(Array.from({ length: 16 }, writeSome));
      const listed: string[] = [];
      for await (const { key } of store.list(prefix)) listed.push(key);
      expect(listed.sort()).to.deep.equal([...keys].sort());
      server.forgetRequests();
      valueOf(await store.deletePrefix(prefix));
      expect(server.requests('DeleteObjects')).to.equal(2);
      expect(server.requests('DeleteObject')).to.equal(0);
      for await (const { key } of store.list(prefix)) expect.fail(`${key} is still there`);
    }));

  it('keeps bodies in parts apart that come at once and one after the other', () =>
    withStandIn({ mode: 'strict', minPartBytes: 1 }, { limits: { smallBytes: MIB, partBytes: MIB } }, async ({ store }) => {
      const bodies = keys.slice(0, 12).map((key, at) => ({ key, bytes: randomBytes(2 * MIB + at * 100_000) }));
      const left = [...bodies];
      const writeSome = async (): Promise<void> => {
        for (let body = left.pop(); body !== undefined; body = left.pop()) await writeAll(store, body.key, body.bytes);
      };
      await Promise.all(Array.from({ length: 3 }, writeSome));
      for (const { key, bytes } of bodies) expect(bytes.equals((await bytesAt(store, key)) ?? expect.fail())).to.equal(true);
    }));

  for (const status of [400, 403, 405, 501]) {
    it(`removes one by one what a server does not remove together, as ${status} says`, async () => {
      const names = new Set(['ns/many/1', 'ns/many/2', 'ns/many/odd name']);
      const server = createServer((request, response) => {
        const url = new URL(request.url ?? '/', 'http://localhost');
        const entries = [...names].map((name) => `<Contents><Key>${encodeURIComponent(name)}</Key><Size>1</Size></Contents>`);
        if (request.method === 'DELETE') names.delete(decodeURIComponent(url.pathname.slice('/bucket/'.length)));
        response.statusCode = request.method === 'DELETE' ? 204 : request.method === 'POST' ? status : 200;
        const listed = `<EncodingType>url</EncodingType><IsTruncated>false</IsTruncated>${entries.join('')}`;
        response.end(request.method === 'GET' ? `<ListBucketResult>${listed}</ListBucketResult>` : undefined);
      });
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const address = server.address();
      const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
      const store = createS3BlobStore({
        endpoint: `http://127.0.0.1:${port}`,
        region: 'us-east-1',
        bucket: 'bucket',
        credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
        maxAttempts: 1,
      });
      const listed: string[] = [];
      for await (const { key } of store.list(prefix)) listed.push(key);
      // What is no key of the store is removed with the rest, and not listed.
      expect(listed).to.deep.equal(['ns/many/1', 'ns/many/2']);
      valueOf(await store.deletePrefix(prefix));
      expect([...names]).to.deep.equal([]);
      store.close();
      server.close();
    });
  }

  it('finds all parts of an upload, over several pages', () =>
    withStandIn({ mode: 'strict', minPartBytes: 1 }, {}, async ({ store }) => {
      const { bytes, from } = upload(1050);
      const parts = valueOf((await store.parts?.(namespace)) ?? expect.fail()) ?? expect.fail('the store has parts');
      const signer = valueOf(await store.signer(namespace));
      const uploadId = valueOf(await parts.begin(from));
      for (let partNumber = 1; partNumber <= bytes.byteLength; partNumber += 1) {
        const part = signer.part?.({ key: from, uploadId, partNumber, sizeBytes: 1, expiresAt: Date.now() + 60_000 });
        const answer = await fetch(part?.href ?? expect.fail('parts are signed'), { method: 'PUT', body: new Uint8Array([1]) });
        expect(answer.status).to.equal(200);
        await answer.arrayBuffer();
      }
      const listed = valueOf(await parts.list(from, uploadId));
      expect(listed.map(({ partNumber }) => partNumber)).to.deep.equal(Array.from({ length: 1050 }, (_, index) => index + 1));
      valueOf(await parts.complete(from, uploadId, 1050));
      expect(await bytesAt(store, from)).to.deep.equal(bytes);
    }));

  it('holds few parts of a large body in memory, however fast it comes', () =>
    withStandIn({ mode: 'strict' }, {}, async ({ store, server }) => {
      const sizeBytes = 80 * MIB;
      let aheadBytes = 0;
      let given = 0;
      const piece = Buffer.alloc(MIB, 1);
      const body = async function* () {
        for (; given < sizeBytes; given += piece.byteLength) {
          yield piece;
          const sentBytes = server.requests('UploadPart') * 5 * MIB;
          aheadBytes = Math.max(aheadBytes, given - sentBytes);
        }
      };
      valueOf(await store.write(upload(1).from, body(), sizeBytes));
      expect(aheadBytes).to.be.at.most(3 * 5 * MIB);
      expect(valueOf(await store.head(upload(1).from)).sizeBytes).to.equal(sizeBytes);
    }));
});
