import { isOid, type Oid } from '@svc/core';
import { expect } from 'chai';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createFindLocal } from '../../src/transfer/find-local.js';
import { objectPath } from '../../src/transfer/lfs-storage.js';

const oidAt = (digit: string): Oid => {
  const oid = digit.repeat(64);
  return isOid(oid) ? oid : expect.fail('it is an oid');
};
const [wanted, near, far] = [oidAt('1'), oidAt('2'), oidAt('3')];
const large = 4 * 1024 * 1024;

describe('another version of an object in the storage of git-lfs', () => {
  let storage: string;
  /** Objects that git was asked about. */
  let asked: Oid[];
  beforeEach(async () => {
    storage = await mkdtemp(join(tmpdir(), 'svc-storage-'));
    asked = [];
  });
  afterEach(() => rm(storage, { recursive: true }));

  const store = async (oid: Oid): Promise<string> => {
    const path = objectPath(storage, oid);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, 'bytes');
    return path;
  };

  const versionsAround = (oid: Oid) => {
    asked.push(oid);
    return async function* () {
      yield near;
      yield far;
    };
  };

  it('is the nearest one that is there', async () => {
    const path = await store(far);
    expect(await createFindLocal(versionsAround, storage)(wanted, large)).to.deep.equal({ path, oid: far });
    const nearer = await store(near);
    expect(await createFindLocal(versionsAround, storage)(wanted, large)).to.deep.equal({ path: nearer, oid: near });
  });

  it('is none where none is there', async () => {
    await store(wanted);
    expect(await createFindLocal(versionsAround, storage)(wanted, large)).to.equal(undefined);
    expect(asked).to.deep.equal([wanted]);
  });

  it('is not asked for in a new clone, nor of a small object', async () => {
    expect(await createFindLocal(versionsAround, storage)(wanted, large)).to.equal(undefined);
    await store(near);
    expect(await createFindLocal(versionsAround, storage)(wanted, large - 1)).to.equal(undefined);
    expect(asked).to.deep.equal([]);
  });
});
