import { once } from 'node:events';
import { createServer } from 'node:http';
import { MINUTE_MS, type ObjectKey, trusted } from '@svc/core/model';
import { expect } from 'chai';
import { createS3BlobStore } from '../src/s3-blob-store.js';
import { unavailable, valueOf } from './rigs/values.js';

const prefix = trusted<ObjectKey>('connections/a/repository');

interface Endless {
  /** What a page of objects, or of uploads, holds; it always says that there are more. */
  readonly page: (number: number) => string;
  readonly pages: 'objects' | 'uploads';
}

/** A server whose list goes on and on; what it is asked to remove it says to have removed. */
const withEndless = async (
  { page, pages }: Endless,
  act: (store: ReturnType<typeof createS3BlobStore>, seen: () => number) => Promise<void>,
): Promise<void> => {
  let seen = 0;
  const server = createServer(({ method = '', url = '' }, response) => {
    response.setHeader('content-type', 'application/xml');
    const isUploads = /[?&]uploads/.test(url);
    if (method === 'GET' && isUploads === (pages === 'uploads')) {
      seen += 1;
      const next = isUploads ? `<NextKeyMarker>${seen}</NextKeyMarker><NextUploadIdMarker>1</NextUploadIdMarker>` : '';
      const token = `<NextContinuationToken>${seen}</NextContinuationToken>`;
      response.end(`<List><IsTruncated>true</IsTruncated>${isUploads ? next : token}${page(seen)}</List>`);
    } else if (method === 'GET') response.end('<List><IsTruncated>false</IsTruncated></List>');
    else response.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens on a port');
  const store = createS3BlobStore({
    endpoint: `http://127.0.0.1:${address.port}`,
    region: 'us-east-1',
    bucket: 'bucket',
    prefix: 'models',
    pathStyle: true,
    isCustomers: true,
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    // Each page takes a minute.
    now: () => seen * MINUTE_MS,
  });
  try {
    await act(store, () => seen);
  } finally {
    store.close();
    server.closeAllConnections();
    server.close();
  }
};

const anObject = (number: number): string =>
  `<Contents><Key>models/${prefix}/${number}</Key><Size>1</Size><ETag>"a"</ETag></Contents>`;
const anUpload = (number: number): string =>
  `<Upload><Key>models/${prefix}/${number}</Key><UploadId>u</UploadId><Initiated>1970-01-01T00:00:00Z</Initiated></Upload>`;

describe('a customer’s bucket whose lists never end', () => {
  it('keeps nobody who removes what lies there', () =>
    withEndless({ pages: 'objects', page: anObject }, async (store, seen) => {
      expect((await store.deletePrefix(prefix))._unsafeUnwrapErr()).to.include(unavailable);
      expect(seen()).to.be.within(5, 20);
    }));

  it('keeps nobody who gives up the uploads there, and its objects are removed', () =>
    withEndless({ pages: 'uploads', page: anUpload }, async (store, seen) => {
      valueOf(await store.deletePrefix(prefix));
      expect(seen()).to.be.within(5, 20);
    }));

  it('keeps nobody who lists what lies there, where page after page has nothing', () =>
    withEndless({ pages: 'objects', page: () => '' }, async (store, seen) => {
      const list = async (): Promise<void> => {
        for await (const _ of store.list(prefix)) expect.fail('nothing lies there');
      };
      await list().then(
        () => expect.fail('the list goes on'),
        (fault: unknown) => expect(fault).to.have.property('name', 'ListBroken'),
      );
      expect(seen()).to.be.within(5, 20);
    }));
});
