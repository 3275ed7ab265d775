import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { pullObject } from '../../src/pull/pull-object.js';
import { pushFile } from '../../src/push/push-file.js';
import { oidOf } from '../../src/verify/hash-file.js';
import { sha256, startTransferRig, type TransferRig } from '../rigs/transfers.js';

const mebibyte = 1024 * 1024;

describe('a file that is pushed', () => {
  let rig: TransferRig;
  before(async () => {
    rig = await startTransferRig('a file that is pushed');
  });
  after(() => rig.close());

  for (const size of [0, 1, 2047, 2048, 2049, 65_536, mebibyte + 1, 5 * mebibyte, 30 * mebibyte]) {
    it(`of ${size} bytes comes back the same`, async () => {
      const bytes = rig.random.bytes(size);
      const path = await rig.file(`file-${size}`, bytes);
      const pushed = await pushFile(rig.context, path, { packBytes: 4 * mebibyte });
      expect(pushed).to.include({ oid: sha256(bytes), path, sizeBytes: size });
      const destination = join(rig.folder, `back-${size}`);
      const pulled = await pullObject(rig.context, pushed.oid, destination);
      expect(pulled).to.include({ oid: pushed.oid, sizeBytes: size, via: 'chunks' });
      expect(Buffer.compare(await readFile(destination), bytes)).to.equal(0);
    });
  }

  it('costs no question in vain: neither for what the service has said that it lacks, nor for the one pack of a short file', async () => {
    const bytes = rig.random.bytes(300_000);
    const path = await rig.file('lacking', bytes);
    rig.service.requests.length = 0;
    const expectedOid = oidOf(sha256(bytes));
    await pushFile(rig.context, path, { expectedOid, isLacking: true });
    const asked = rig.service.requests.map((request) => request.replace(/[0-9a-f]{64}/, '...'));
    expect(asked).to.deep.equal(['POST objects/chunks', 'PUT chunks/packs/...', 'POST finalize']);
    await pullObject(rig.context, expectedOid, join(rig.folder, 'lacking back'));
  });

  it('that is stored meanwhile, though the service has said that it lacks it, is stored once', async () => {
    const bytes = rig.random.bytes(300_000);
    const path = await rig.file('stored meanwhile', bytes);
    const { oid } = await pushFile(rig.context, path);
    rig.service.requests.length = 0;
    expect(await pushFile(rig.context, path, { expectedOid: oid, isLacking: true })).to.include({ oid, newChunks: 0 });
    expect(rig.service.count('PUT chunks/packs')).to.equal(0);
  });
});
