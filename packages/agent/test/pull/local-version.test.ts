import type { Oid } from '@svc/core';
import { expect } from 'chai';
import { open, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocalVersion } from '../../src/pull/local-version.js';
import type { PullReport } from '../../src/pull/pull-report.js';
import { pullObject } from '../../src/pull/pull-object.js';
import { pushFile } from '../../src/push/push-file.js';
import { sha256, startTransferRig, type TransferRig } from '../rigs/transfers.js';

const mebibyte = 1024 * 1024;

describe('an object of which another version lies here', () => {
  let rig: TransferRig;
  let first: Uint8Array;
  let second: Uint8Array;
  let firstOid: Oid;
  let secondOid: Oid;
  let folder: string;
  let destination: string;
  before(async () => {
    rig = await startTransferRig('another version lies here');
    // More than one part of a local file, and more than the packs' offsets reach.
    first = rig.random.bytes(70 * mebibyte);
    second = Buffer.concat([
      rig.random.bytes(1000),
      first.subarray(0, 50 * mebibyte),
      rig.random.bytes(1000),
      first.subarray(50 * mebibyte),
    ]);
    ({ oid: firstOid } = await pushFile(rig.context, await rig.file('first', first)));
    ({ oid: secondOid } = await pushFile(rig.context, await rig.file('second', second)));
  });
  after(() => rig.close());
  beforeEach(async () => {
    folder = await rig.newFolder();
    destination = join(folder, 'file');
  });
  afterEach(() => {
    rig.service.intercept = undefined;
  });

  const pullSecond = (local?: LocalVersion): Promise<PullReport> => pullObject(rig.context, secondOid, destination, { local });

  const expectSecond = async (): Promise<void> => {
    expect(sha256(await readFile(destination))).to.equal(secondOid);
  };

  const few = mebibyte;
  const all = 70 * mebibyte;

  it('is pulled over it, and brings what it has not', async () => {
    await writeFile(destination, first);
    const report = await pullSecond();
    await expectSecond();
    expect(report.via).to.equal('chunks');
    expect(report.receivedBytes).to.be.below(few);
    expect(await readdir(folder)).to.deep.equal(['file']);
  });

  it('is pulled beside one that is named by its oid, which is not hashed', async () => {
    const report = await pullSecond({ path: join(rig.folder, 'first'), oid: firstOid });
    await expectSecond();
    expect(report.receivedBytes).to.be.below(few);
  });

  it('is copied where the very bytes lie, and nothing is asked', async () => {
    const before = rig.service.requests.length;
    const report = await pullSecond({ path: join(rig.folder, 'second'), oid: secondOid });
    await expectSecond();
    expect(report).to.include({ via: 'copy', receivedBytes: 0 });
    expect(rig.service.requests.slice(before)).to.deep.equal([]);
  });

  for (const [what, damage] of [
    [
      'has other bytes than its oid says',
      async (path: string) => {
        const file = await open(path, 'r+');
        await file.write(Buffer.from('damaged'), 0, undefined, 60 * mebibyte);
        await file.close();
      },
    ],
    ['is cut off', (path: string) => truncate(path, 60 * mebibyte)],
    ['is empty', (path: string) => truncate(path, 0)],
  ] as const) {
    for (const named of ['the one before', 'itself'] as const) {
      it(`comes whole all the same from where ${named} ${what}`, async () => {
        const path = await rig.file(`damaged ${rig.random.integer(1e9)}`, named === 'itself' ? second : first);
        await damage(path);
        const report = await pullSecond({ path, oid: named === 'itself' ? secondOid : firstOid });
        await expectSecond();
        expect(report.receivedBytes).to.be.above(all);
      });
    }
  }

  it('comes whole where what lies here is nothing that the service knows', async () => {
    await writeFile(destination, rig.random.bytes(2 * mebibyte));
    expect((await pullSecond()).receivedBytes).to.be.within(all, all * 1.02);
    await expectSecond();
  });

  it('comes whole where the other version is cut off while it is read', async () => {
    const path = await rig.file('shrinking', first);
    let isCut = false;
    rig.service.intercept = (request) => {
      // The first part of a pack is asked for when the list of what lies here was made.
      if (!isCut && request.url?.includes('/chunks/packs/') === true) {
        isCut = true;
        void truncate(path, mebibyte);
      }
      return false;
    };
    await pullSecond({ path, oid: firstOid });
    await expectSecond();
    expect(isCut).to.equal(true);
  });
});
