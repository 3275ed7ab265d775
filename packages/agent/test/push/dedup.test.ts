import { readFile } from 'node:fs/promises';
import { createCodecPool } from '@svc/codec-node';
import { expect } from 'chai';
import { showChunks } from '../../src/chunk/show-chunks.js';
import { pullObject } from '../../src/pull/pull-object.js';
import { pushFile } from '../../src/push/push-file.js';
import { verifyStored } from '../../src/verify/verify-stored.js';
import { createFaultyFileSystem } from '../rigs/faulty-file-system.js';
import { sha256, startTransferRig, type TransferRig } from '../rigs/transfers.js';

const mebibyte = 1024 * 1024;

describe('a second version', () => {
  let rig: TransferRig;
  let first: Uint8Array;
  before(async () => {
    rig = await startTransferRig('a second version');
    first = rig.random.bytes(8 * mebibyte);
    await pushFile(rig.context, await rig.file('first', first), { packBytes: 2 * mebibyte });
  });
  after(() => rig.close());

  it('of a file sends little more than what changed', async () => {
    const second = Buffer.concat([rig.random.bytes(1000), first]);
    const path = await rig.file('second', second);
    const report = await pushFile(rig.context, path, { packBytes: 2 * mebibyte });
    expect(report.oid).to.equal(sha256(second));
    expect(report.newChunks).to.be.lessThan(10);
    expect(report.storedBytes).to.be.lessThan(300_000);
    expect(report.sentBytes).to.be.lessThan(400_000);
    const verified = await verifyStored(rig.context, report.oid);
    expect(verified).to.include({ via: 'chunks', sizeBytes: second.byteLength });
  });

  it('that is short is pushed and pulled without another thread', async () => {
    const ended = createCodecPool();
    await ended.close();
    const context = { ...rig.context, pool: ended };
    const bytes = rig.random.bytes(4 * mebibyte);
    const report = await pushFile(context, await rig.file('short', bytes));
    expect(report.newChunks).to.equal(report.chunks);
    expect(await pullObject(context, report.oid, `${rig.folder}/short.back`)).to.include({ via: 'chunks' });
    expect(Buffer.compare(await readFile(`${rig.folder}/short.back`), bytes)).to.equal(0);
    const longer = await rig.file('longer', rig.random.bytes(4 * mebibyte + 1));
    const fault: unknown = await pushFile(context, longer).catch((thrown: unknown) => thrown);
    expect(fault).to.be.an('error').with.property('message', 'the codec pool is closed');
  });

  it('that is the first one sends nothing', async () => {
    const puts = rig.service.count('PUT');
    const report = await pushFile(rig.context, await rig.file('again', first));
    expect(report).to.include({ oid: sha256(first), chunks: 0, newChunks: 0, sentBytes: 0, storedBytes: 0 });
    expect(rig.service.count('PUT')).to.equal(puts);
    // A client that asks for a URL is charged for a download.
    expect(rig.service.requests.filter((request) => request.includes('downloads'))).to.deep.equal([]);
  });

  for (const changed of [false, true]) {
    it(`as long as the first one is hashed once, while it is cut; it ${changed ? 'has a changed block' : 'is the first one'}`, async () => {
      const large = rig.random.bytes(17 * mebibyte);
      const title = `long-${String(changed)}`;
      const stored = await pushFile(rig.context, await rig.file(title, large));
      const bytes = Buffer.from(large);
      if (changed) bytes.fill(7, 9_000_000, 9_000_100);
      rig.service.requests.length = 0;
      const fileSystem = createFaultyFileSystem(rig.folder);
      const report = await pushFile(await rig.open({ fileSystem }), await rig.file(`${title}-again`, bytes));
      expect(report).to.include({ oid: sha256(bytes), sizeBytes: bytes.byteLength });
      if (changed) expect(report.newChunks).to.be.within(1, 3);
      else expect(report).to.include({ chunks: 0, newChunks: 0, sentBytes: 0, storedBytes: 0, oid: stored.oid });
      expect(rig.service.count('POST finalize')).to.equal(changed ? 1 : 0);
      const reads = fileSystem.steps.filter((step) => step.startsWith('read ')).length;
      // Once in slabs of 2 MiB, and the first two of them once more.
      expect(reads).to.be.at.most(9 + 2);
    });
  }

  it('shows what of it is there before it is pushed', async () => {
    const path = await rig.file('third', Buffer.concat([first, rig.random.bytes(mebibyte)]));
    const shown = await showChunks(rig.context, path, { asksRepository: true });
    expect(shown.profile).to.equal('fastcdc-16k');
    expect(shown.storedBytes).to.be.greaterThan(7.5 * mebibyte);
    expect(shown.storedBytes).to.be.lessThan(8 * mebibyte + 1);
    expect(shown.meanBytes * shown.chunks).to.be.closeTo(shown.sizeBytes, 1);
    expect(await showChunks(rig.context, path, { asksRepository: false })).to.include({ storedChunks: undefined });
  });

  it('with a block that comes a hundred times stores it once', async () => {
    const block = rig.random.bytes(mebibyte);
    const repeated = Buffer.concat(Array.from({ length: 40 }, () => block));
    const report = await pushFile(rig.context, await rig.file('repeated', repeated));
    expect(report.storedBytes).to.be.lessThan(1.3 * mebibyte);
    expect(report.newChunks).to.be.lessThan(report.chunks / 20);
    const pulled = await pullObject(rig.context, report.oid, `${rig.folder}/repeated.back`);
    expect(pulled.receivedBytes).to.be.lessThan(1.5 * mebibyte);
  });

  it('of an object that came whole is not sent again', async () => {
    const bytes = rig.random.bytes(100_000);
    const { client, repositoryId } = rig.context;
    const object = {
      oid: (await showChunks(rig.context, await rig.file('whole', bytes), { asksRepository: false })).oid,
      sizeBytes: bytes.byteLength,
    };
    const session = (await client.uploads.open(repositoryId, { idempotencyKey: 'whole' }))._unsafeUnwrap();
    const [permission] = (await client.uploads.authorize(repositoryId, session, [object]))._unsafeUnwrap();
    if (permission?.kind !== 'url') throw new Error('no URL to upload to');
    (await client.uploads.put(permission.uploadUrl, bytes))._unsafeUnwrap();
    (await client.uploads.complete(repositoryId, session, object))._unsafeUnwrap();
    (await client.uploads.finalize(repositoryId, session))._unsafeUnwrap();
    const puts = rig.service.count('PUT');
    expect(await pushFile(rig.context, `${rig.folder}/whole`)).to.include({ oid: object.oid, sentBytes: 0 });
    expect(rig.service.count('PUT')).to.equal(puts);
    const pulled = await pullObject(rig.context, object.oid, `${rig.folder}/whole.back`);
    expect(pulled).to.include({ via: 'whole', sizeBytes: 100_000 });
  });
});
