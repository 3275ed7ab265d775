import { mkdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { createDigestMemo } from '../src/digest-memo.js';
import { makeScratch } from './rigs/scratch-store.js';

const facts = (path: string) => stat(path, { bigint: true });

describe('createDigestMemo', () => {
  let path = '';
  let remove: () => Promise<void>;
  beforeEach(async () => {
    ({ path, remove } = await makeScratch());
    await writeFile(join(path, 'file'), 'hello');
    await utimes(join(path, 'file'), 1_700_000_000, 1_700_000_000);
  });
  afterEach(() => remove());

  it('recalls a file under any of its names, and no other file', async () => {
    const memo = createDigestMemo();
    memo.remember(await facts(join(path, 'file')), 'digest');
    expect(memo.recall(await facts(join(path, 'file')))).to.equal('digest');
    await writeFile(join(path, 'other'), 'hello');
    await utimes(join(path, 'other'), 1_700_000_000, 1_700_000_000);
    expect(memo.recall(await facts(join(path, 'other')))).to.equal(undefined);
    await utimes(join(path, 'file'), 1_700_000_001, 1_700_000_001);
    expect(memo.recall(await facts(join(path, 'file')))).to.equal(undefined);
  });

  it('does not remember a file that was modified within the current tick', async () => {
    const memo = createDigestMemo(() => 1_700_000_000_019);
    memo.remember(await facts(join(path, 'file')), 'digest');
    expect(memo.recall(await facts(join(path, 'file')))).to.equal(undefined);
    const later = createDigestMemo(() => 1_700_000_000_020);
    later.remember(await facts(join(path, 'file')), 'digest');
    expect(later.recall(await facts(join(path, 'file')))).to.equal('digest');
  });

  it('remembers a file that was being written for a tick, however recently', async () => {
    const file = await facts(join(path, 'file'));
    const bornAt = (birthtimeMs: bigint) => Object.assign(file, { birthtimeMs, birthtimeNs: birthtimeMs * 1_000_000n });
    const memo = createDigestMemo(() => 1_700_000_000_000);
    for (const birthtimeMs of [0n, 1_699_999_999_981n]) {
      memo.remember(bornAt(birthtimeMs), 'digest');
      expect(memo.recall(bornAt(birthtimeMs)), String(birthtimeMs)).to.equal(undefined);
    }
    memo.remember(bornAt(1_699_999_999_980n), 'digest');
    expect(memo.recall(bornAt(1_699_999_999_980n))).to.equal('digest');
    expect(memo.recall(bornAt(1_699_999_999_979n)), 'another file').to.equal(undefined);
  });

  it('forgets the oldest of more than ten thousand', async () => {
    const memo = createDigestMemo();
    const file = await facts(join(path, 'file'));
    await mkdir(join(path, 'directory'));
    const first = await facts(join(path, 'directory'));
    memo.remember(Object.assign(first, { mtimeMs: 0n }), 'first');
    for (let number = 0; number < 10_000; number += 1) {
      expect(memo.recall(first)).to.equal('first');
      if (number === 9_999) break;
      memo.remember(Object.assign(file, { mtimeNs: BigInt(number) }), 'digest');
    }
    memo.remember(Object.assign(file, { mtimeNs: 1_000_000n }), 'last');
    expect(memo.recall(first)).to.equal(undefined);
    expect(memo.recall(file)).to.equal('last');
  });
});
