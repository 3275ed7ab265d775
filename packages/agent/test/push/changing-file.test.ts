import { truncate, utimes, writeFile } from 'node:fs/promises';
import { expect } from 'chai';
import { pushFile } from '../../src/push/push-file.js';
import { pushFiles } from '../../src/push/push-files.js';
import { openSource } from '../../src/push/source-file.js';
import { hashFile } from '../../src/verify/hash-file.js';
import { createFaultyFileSystem, type FaultyFileSystem } from '../rigs/faulty-file-system.js';
import { problemIn } from '../rigs/problem-in.js';
import { startTransferRig, type TransferRig } from '../rigs/transfers.js';

const mebibyte = 1024 * 1024;

/** An hour ago, so that a change is at another moment, however coarse the clock of the disk is. */
const anHourAgo = new Date(Date.now() - 3_600_000);

/** What somebody does to a file while it is read. */
const changes: Readonly<Record<string, (path: string, bytes: Uint8Array) => Promise<void>>> = {
  'is written over with as many bytes': (path, bytes) =>
    writeFile(
      path,
      bytes.map((byte) => byte ^ 1),
    ),
  'is written over with the same bytes': (path, bytes) => writeFile(path, bytes),
  grows: (path, bytes) => writeFile(path, Buffer.concat([bytes, Buffer.from('more')])),
  'gets shorter': (path, bytes) => truncate(path, bytes.byteLength - 1),
  'is emptied': (path) => truncate(path, 0),
};

describe('a file that changes while it is read', () => {
  let rig: TransferRig;
  let fileSystem: FaultyFileSystem;
  let context: TransferRig['context'];
  before(async () => {
    rig = await startTransferRig('a file that changes while it is read');
  });
  after(() => rig.close());
  beforeEach(async () => {
    fileSystem = createFaultyFileSystem(rig.folder);
    context = await rig.open({ fileSystem });
    rig.service.requests.length = 0;
  });

  const newFile = async (name: string, bytes: Uint8Array): Promise<string> => {
    const path = await rig.file(name, bytes);
    await utimes(path, anHourAgo, anHourAgo);
    return path;
  };

  /** Changes the file after so many of its reads. */
  const changeAfter = (reads: number, name: string, change: () => Promise<void>): void => {
    let count = 0;
    fileSystem.before(`read ${name}`, async () => {
      count += 1;
      if (count === reads + 1) await change();
    });
  };

  for (const [what, change] of Object.entries(changes)) {
    it(`and ${what} is not pushed in chunks`, async () => {
      const bytes = rig.random.bytes(3 * mebibyte);
      const path = await newFile('chunked', bytes);
      changeAfter(1, 'chunked', () => change(path, bytes));
      expect((await problemIn(pushFile(context, path))).message).to.equal(`${path} changed while it was read`);
      expect([rig.service.count('PUT assets/'), rig.service.count('POST finalize')]).to.deep.equal([0, 0]);
    });

    it(`and ${what} is not pushed whole among many`, async () => {
      const paths: string[] = [];
      for (let number = 0; number < 12; number += 1)
        paths.push(await newFile(`small-${number}`, rig.random.bytes(1000 + number)));
      const [path = ''] = paths;
      const bytes = rig.random.bytes(1000);
      await writeFile(path, bytes);
      await utimes(path, anHourAgo, anHourAgo);
      changeAfter(0, 'small-0', () => change(path, bytes));
      const push = async (): Promise<void> => {
        for await (const report of pushFiles(context, paths, {})) expect(report.path).not.to.equal(path);
      };
      expect((await problemIn(push())).message).to.equal(`${path} changed while it was read`);
    });

    it(`and ${what} is not taken for an object that is stored`, async () => {
      const bytes = rig.random.bytes(3 * mebibyte);
      const path = await newFile('stored', bytes);
      await pushFile(rig.context, path);
      // The object that it was is stored; what it is when it has been read is another one, or not known.
      changeAfter(3, 'stored', () => change(path, bytes));
      expect((await problemIn(pushFile(context, path))).message).to.equal(`${path} changed while it was read`);
    });

    it(`and ${what} has no hash`, async () => {
      const bytes = rig.random.bytes(3 * mebibyte);
      const path = await newFile('hashed', bytes);
      changeAfter(2, 'hashed', () => change(path, bytes));
      const file = await openSource(fileSystem, path);
      expect((await problemIn(hashFile(file, context.signal))).message).to.equal(`${path} changed while it was read`);
      await file.close();
    });
  }

  it('and has bytes only when it is read, though its size is 0, is not pushed as an empty one, alone or among many', async () => {
    const path = await newFile('unsized', new Uint8Array());
    fileSystem.before('read unsized', () => writeFile(path, 'bytes'));
    const message = `${path} has bytes, and says that it is empty`;
    expect((await problemIn(pushFile(context, path))).message).to.equal(message);
    await truncate(path, 0);
    const others = await Promise.all(Array.from({ length: 9 }, (_, at) => newFile(`sized-${at}`, rig.random.bytes(100 + at))));
    const told: string[] = [];
    const onUnreadable = (problem: Error): void => void told.push(problem.message);
    for await (const report of pushFiles(context, [path, ...others], { onUnreadable })) expect(report.path).not.to.equal(path);
    expect(told).to.deep.equal([message]);
    expect(fileSystem.openFiles).to.equal(0);
  });

  for (const code of ['EIO', 'ESTALE']) {
    it(`and cannot be read to its end is told of in one line: ${code}`, async () => {
      const bytes = rig.random.bytes(3 * mebibyte);
      const path = await newFile('unreadable', bytes);
      changeAfter(1, 'unreadable', () => Promise.reject(Object.assign(new Error(code), { code })));
      expect((await problemIn(pushFile(context, path))).message).to.equal(`${path} cannot be read (${code})`);
      expect(fileSystem.openFiles).to.equal(0);
      expect(rig.service.count('POST finalize')).to.equal(0);
    });
  }
});
