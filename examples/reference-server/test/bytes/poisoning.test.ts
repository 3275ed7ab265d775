import { expect } from 'chai';
import { read } from '../client/exchange.js';
import { createRepositoryClient, type RepositoryClient } from '../client/repository-client.js';
import { objectNamed } from '../client/test-object.js';
import { batchAnswer, organizationAnswer } from '../client/wire.js';
import { type ByteServer, startByteServer } from './byte-server.js';
import { expectAbsent, footprintOf } from './footprint.js';
import { expectRefusedByVerification, wrongBytesStatuses } from './refused-put.js';
import { finishUpload, upload, uploadPaths } from './upload-path.js';

describe('bytes that are not verified', () => {
  let bytes: ByteServer;
  let first: RepositoryClient;
  let second: RepositoryClient;
  before(async () => {
    bytes = await startByteServer();
    first = await bytes.newRepository();
    const organization = await bytes.owner.call('GET', `/organizations/${first.organizationId}`);
    const { slug } = read(organization, 200, organizationAnswer).organization;
    second = createRepositoryClient(await bytes.colleague(slug), first.id, first.organizationId);
  });
  after(() => bytes.close());

  for (const poisoned of uploadPaths) {
    for (const honest of uploadPaths) {
      it(`lie about an object through ${poisoned.name} without keeping the right ones away that come through ${honest.name}`, async () => {
        const object = objectNamed(`${poisoned.name}, then ${honest.name}`, 50_000);
        const lie = await poisoned.begin(first, object);
        await expectRefusedByVerification(poisoned, lie, Buffer.alloc(object.size));
        await lie.publish();

        await upload(honest, second, object);
        await first.expectDownload(object);
        expect((await lie.put(Buffer.alloc(object.size, 1))).status).to.be.oneOf(wrongBytesStatuses);
        await lie.verify();
        await second.expectDownload(object);
      });
    }
  }

  it('never let an upload be skipped, however far they got', async () => {
    const object = objectNamed('half way', 50_000);
    for (const path of uploadPaths) {
      const begun = await path.begin(first, object);
      await begun.put(Buffer.alloc(object.size));
      for (const client of [first, second]) {
        expect((await client.entry('upload', object)).actions).to.have.keys('upload', 'verify');
      }
    }
  });

  it('are no object even when the right ones lie there, until a session is finalized', async () => {
    const object = objectNamed('completed only', 50_000);
    const before = await footprintOf(first);
    const [path = expect.fail('there is a path')] = uploadPaths;
    const begun = await path.begin(first, object);
    await begun.put(object.bytes);
    expect((await begun.verify()).status).to.equal(204);
    expect((await second.entry('download', object)).error?.code).to.equal(404);
    expect(await second.download(object.oid)).to.equal(undefined);
    expect(await first.objects()).to.deep.equal(before.objects);
    expect((await second.entry('upload', object)).actions).to.have.keys('upload', 'verify');
    await begun.publish();
    await second.expectDownload(object);
  });

  it('get no download of a Git LFS client that never calls verify', async () => {
    const object = objectNamed('wrong without verify', 50_000);
    const before = await footprintOf(first);
    const { actions } = await first.entry('upload', object);
    const put = await first.put(actions?.upload?.href ?? '', Buffer.alloc(object.size), actions?.upload?.header);
    expect(put.status).to.be.oneOf(wrongBytesStatuses);
    await expectAbsent(first, object, before);
    await expectAbsent(second, object, before);

    const [, lfs = expect.fail('there is a path')] = uploadPaths;
    await finishUpload(lfs, await lfs.begin(first, object), object);
    await second.expectDownload(object);
  });

  it('become an object at the next download batch when they are right and nobody has called verify', async () => {
    const right = objectNamed('right without verify', 50_000);
    const wrong = objectNamed('wrong beside it', 50_000);
    const before = await footprintOf(first);
    for (const [object, body] of [
      [right, right.bytes],
      [wrong, right.bytes],
    ] as const) {
      const { actions } = await first.entry('upload', object);
      await first.put(actions?.upload?.href ?? '', body, actions?.upload?.header);
    }
    const batches = await Promise.all(Array.from({ length: 8 }, () => second.batch('download', [right, wrong])));
    for (const batch of batches) {
      const [found, missing] = read(batch, 200, batchAnswer).objects;
      expect(found, JSON.stringify(found)).to.have.property('actions').that.has.keys('download');
      expect(missing?.error?.code).to.equal(404);
    }
    await second.expectDownload(right);
    expect((await footprintOf(first)).generation).to.equal(before.generation + 1);
    await expectAbsent(first, wrong, await footprintOf(second));
  });
});
