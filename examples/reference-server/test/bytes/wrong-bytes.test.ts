import { expect } from 'chai';
import { read } from '../client/exchange.js';
import type { RepositoryClient } from '../client/repository-client.js';
import { objectNamed, type TestObject } from '../client/test-object.js';
import { errorAnswer } from '../client/wire.js';
import { type ByteServer, startByteServer } from './byte-server.js';
import { expectAbsent, footprintOf } from './footprint.js';
import { expectRefusedByVerification, expectWrongLength } from './refused-put.js';
import { finishUpload, uploadPaths } from './upload-path.js';

const blockBytes = 64 * 1024;

const flipped = (bytes: Buffer, at: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
};

/** Other bytes under an object's name, by what is wrong with them. */
const corruptionsOf = ({ bytes, size }: TestObject): readonly (readonly [string, Buffer])[] => [
  ['other bytes', objectNamed('other bytes', size).bytes],
  ['a flipped first bit', flipped(bytes, 0)],
  ['a flipped last bit', flipped(bytes, size - 1)],
  ['zeros', Buffer.alloc(size)],
  ['nothing', Buffer.alloc(0)],
  ['one byte too few', bytes.subarray(0, -1)],
  ['one byte too many', Buffer.concat([bytes, Buffer.alloc(1)])],
  ['twice the bytes', Buffer.concat([bytes, bytes])],
  ...Array.from(
    { length: Math.floor(size / blockBytes) },
    (_, at) => [`the first ${(at + 1) * 64} KiB`, bytes.subarray(0, (at + 1) * blockBytes)] as const,
  ),
];

describe('wrong bytes under an oid', () => {
  let bytes: ByteServer;
  let repository: RepositoryClient;
  before(async () => {
    bytes = await startByteServer();
    repository = await bytes.newRepository();
  });
  after(() => bytes.close());

  for (const path of uploadPaths) {
    for (const [what, sample] of corruptionsOf(objectNamed('sample', 200 * 1024))) {
      it(`${what} through ${path.name} are refused, show nowhere, and give way to the right ones`, async () => {
        const object = objectNamed(`${path.name}/${what}`, 200 * 1024);
        const [, wrong = sample] = corruptionsOf(object).find(([name]) => name === what) ?? [];
        const before = await footprintOf(repository);
        const begun = await path.begin(repository, object);

        if (wrong.byteLength === object.size) await expectRefusedByVerification(path, begun, wrong);
        else {
          expectWrongLength(await begun.put(wrong));
          expect((await begun.verify()).status).to.equal(path.notUploadedStatus);
        }
        await expectAbsent(repository, object, before);

        await finishUpload(path, begun, object);
        await repository.expectDownload(object);
      });
    }

    it(`wrong bytes that nobody completes through ${path.name} show nowhere`, async () => {
      const object = objectNamed(`${path.name}/never verified`, 4096);
      const before = await footprintOf(repository);
      const begun = await path.begin(repository, object);
      await begun.put(Buffer.alloc(4096, 1));
      await begun.publish();
      await expectAbsent(repository, object, before);
    });

    it(`nothing sent through ${path.name} cannot be completed, even under a session that ends`, async () => {
      const object = objectNamed(`${path.name}/never sent`, 4096);
      const before = await footprintOf(repository);
      const begun = await path.begin(repository, object);
      expect((await begun.verify()).status).to.equal(path.notUploadedStatus);
      await begun.publish();
      await expectAbsent(repository, object, before);
    });

    it(`the empty object through ${path.name} is an object like any other`, async () => {
      const own = await bytes.newRepository();
      const object = objectNamed('', 0);
      const begun = await path.begin(own, object);
      expect((await begun.verify()).status).to.equal(path.notUploadedStatus);
      expectWrongLength(await begun.put(Buffer.alloc(1)));
      await finishUpload(path, begun, object);
      await own.expectDownload(object);
      expect(await own.objects()).to.have.length(1);
    });

    it(`another size than declared is refused by the verification of ${path.name}`, async () => {
      const object = objectNamed(`${path.name}/other size`, 4096);
      const before = await footprintOf(repository);
      const begun = await path.begin(repository, object);
      await begun.put(object.bytes);
      for (const size of [0, 4095, 4097, Number.MAX_SAFE_INTEGER]) {
        expect(read(await begun.verify(size), 409, errorAnswer).error.details).to.deep.equal({ reason: 'size_mismatch' });
      }
      expect(await footprintOf(repository)).to.deep.equal(before);
      await finishUpload(path, begun, object);
      await repository.expectDownload(object);
    });
  }
});
