import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { pullObject } from '../../src/pull/pull-object.js';
import { pushFile } from '../../src/push/push-file.js';
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
});
