import { expect } from 'chai';
import { ConnectionLost, type Exchange } from '../client/exchange.js';
import type { RepositoryClient } from '../client/repository-client.js';
import { objectNamed } from '../client/test-object.js';
import { type ByteServer, startByteServer } from './byte-server.js';
import { expectAbsent, footprintOf } from './footprint.js';
import { expectWrongLength } from './refused-put.js';
import { finishUpload, uploadPaths } from './upload-path.js';

const kib = 1024;
const large = Buffer.alloc(8 * 1024 * kib);

describe('a body of another length than its URL was signed for', () => {
  let bytes: ByteServer;
  let repository: RepositoryClient;
  before(async () => {
    bytes = await startByteServer();
    repository = await bytes.newRepository();
  });
  after(() => bytes.close());

  type Body = Pick<Exchange, 'body' | 'declaredBytes' | 'hangUp' | 'headers'>;
  const refused: readonly (readonly [string, Body])[] = [
    ['eight thousand times the length', { body: large }],
    ['no Content-Length', { body: objectNamed('chunked', kib).bytes, declaredBytes: 'chunked' }],
    ['no Content-Length and no end in sight', { body: large, declaredBytes: 'chunked' }],
    ['a Content-Length that says more than comes', { body: Buffer.alloc(kib), declaredBytes: 2 * kib, hangUp: true }],
    [
      'less than its Content-Length before the sender hangs up',
      { body: Buffer.alloc(kib - 1), declaredBytes: kib, hangUp: true },
    ],
    ['nothing before the sender hangs up', { declaredBytes: kib, hangUp: true }],
    ['a Content-Encoding', { body: Buffer.alloc(kib - 1), headers: { 'Content-Encoding': 'gzip' } }],
  ];

  for (const path of uploadPaths) {
    for (const [what, body] of refused) {
      it(`${what} through ${path.name} is refused and leaves no byte behind`, async () => {
        const object = objectNamed(`${path.name}/${what}`, kib);
        const begun = await path.begin(repository, object);
        const before = await footprintOf(repository);
        const occupied = await bytes.server.place.blobBytes();

        try {
          const headers = { ...begun.header, ...body.headers };
          expectWrongLength(await bytes.owner.exchange({ method: 'PUT', url: begun.url, ...body, headers }));
        } catch (fault) {
          // A server that has said no may close the connection while the sender still writes.
          if (!(fault instanceof ConnectionLost)) throw fault;
        }
        expect((await begun.verify()).status).to.equal(path.notUploadedStatus);
        await expectAbsent(repository, object, before);
        expect(await bytes.server.place.blobBytes()).to.equal(occupied);

        await finishUpload(path, begun, object);
        await repository.expectDownload(object);
      });
    }

    it(`what comes after the declared bytes of ${path.name} is no part of the object`, async () => {
      const object = objectNamed(`${path.name}/more than declared`, kib);
      const begun = await path.begin(repository, object);
      await bytes.owner
        .exchange({
          method: 'PUT',
          url: begun.url,
          headers: begun.header,
          body: Buffer.concat([object.bytes, large]),
          declaredBytes: kib,
        })
        .catch((fault: unknown) => {
          if (!(fault instanceof ConnectionLost)) throw fault;
        });
      await finishUpload(path, begun, object);
      await repository.expectDownload(object);
    });
  }
});
