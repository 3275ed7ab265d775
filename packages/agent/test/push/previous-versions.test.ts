import { isOid, type Oid } from '@svc/core';
import { makeScratchRepository, type ScratchRepository } from '@svc/test-services/git-histories';
import { expect } from 'chai';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunGit } from '../../src/git/run-git.js';
import { runGitHere } from '../rigs/run-git-here.js';
import {
  createVersionsAround,
  createVersionsOfOid,
  type PreviousVersions,
  versionsOfPath,
} from '../../src/push/previous-versions.js';

const oidAt = (digit: string): Oid => {
  const oid = digit.repeat(64);
  return isOid(oid) ? oid : expect.fail('it is an oid');
};
const [one, two, three, other] = [oidAt('1'), oidAt('2'), oidAt('3'), oidAt('4')];

const pointer = (oid: Oid): string => `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize 12345\n`;

const all = async (versions: PreviousVersions): Promise<readonly Oid[]> => {
  const found: Oid[] = [];
  for await (const oid of versions()) found.push(oid);
  return found;
};

describe('the versions of a file before the one that is pushed', () => {
  let scratch: ScratchRepository;
  let remote: ScratchRepository;
  /** Git as it runs in that repository. */
  let run: RunGit;
  beforeEach(async () => {
    scratch = await makeScratchRepository('sha1', false);
    remote = await makeScratchRepository();
    const { folder, environment } = scratch;
    run = (args, input = {}) => runGitHere(args, { folder, ...input, environment: { ...environment, ...input.environment } });
    await scratch.git(['remote', 'add', 'origin', remote.folder]);
  });
  afterEach(async () => {
    await scratch.remove();
    await remote.remove();
  });

  const commit = async (files: Readonly<Record<string, string>>): Promise<void> => {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(join(scratch.folder, 'a folder'), { recursive: true });
      await writeFile(join(scratch.folder, path), text);
    }
    await scratch.git(['add', '--all']);
    await scratch.git(['commit', '--quiet', '-m', 'change']);
  };

  it('are the pointers that the history has at its path, the newest first', async () => {
    await commit({ 'a folder/*.bin': pointer(one), 'a folder/x.bin': pointer(other) });
    await commit({ 'a folder/*.bin': pointer(two) });
    await commit({ 'a folder/x.bin': 'no pointer' });
    await rm(join(scratch.folder, 'a folder/*.bin'));
    await commit({});
    await commit({ 'a folder/*.bin': pointer(three) });
    expect(await all(versionsOfPath(run, join(scratch.folder, 'a folder/*.bin')))).to.deep.equal([three, two, one]);
    expect(await all(versionsOfPath(run, join(scratch.folder, 'a folder/x.bin')))).to.deep.equal([other]);
  });

  it('are none where there is no history, no repository or no git', async () => {
    await commit({ file: 'text' });
    expect(await all(versionsOfPath(run, join(scratch.folder, 'new')))).to.deep.equal([]);
    expect(await all(versionsOfPath(runGitHere, '/proc/version'))).to.deep.equal([]);
    expect(await all(versionsOfPath(runGitHere, '/no such folder/file'))).to.deep.equal([]);
    const refusing: RunGit = () => Promise.reject(new Error('git gave no answer'));
    expect(await all(versionsOfPath(refusing, 'file'))).to.deep.equal([]);
  });

  it('are what commits have replaced that were not pushed, back to what was', async () => {
    await commit({ file: pointer(one) });
    await scratch.git(['push', '--quiet', 'origin', 'main']);
    await commit({ file: pointer(two), 'another file': pointer(other) });
    await commit({ file: pointer(three) });
    const versionsOf = createVersionsOfOid(run);
    expect(await all(versionsOf(three))).to.deep.equal([two, one]);
    expect(await all(versionsOf(two))).to.deep.equal([one]);
    expect(await all(versionsOf(other))).to.deep.equal([]);
    expect(await all(versionsOf(one)), 'it was pushed').to.deep.equal([]);
  });

  it('end where a file goes back and forth', async () => {
    await commit({ file: pointer(one) });
    await commit({ file: pointer(two) });
    await commit({ file: pointer(one) });
    expect(await all(createVersionsOfOid(run)(one))).to.deep.equal([two]);
  });

  it('are, with those after it, what other commits have put in its place or it in theirs, pushed or fetched', async () => {
    await commit({ file: pointer(one), text: 'one' });
    await commit({ file: pointer(two), text: 'two' });
    await scratch.git(['push', '--quiet', 'origin', 'main']);
    await scratch.git(['reset', '--quiet', '--hard', 'HEAD~1']);
    await commit({ another: pointer(other) });
    const around = createVersionsAround(run);
    expect(await all(around(two))).to.deep.equal([one]);
    expect(await all(around(one))).to.deep.equal([two]);
    expect(await all(around(other))).to.deep.equal([]);
    await scratch.git(['checkout', '--quiet', 'origin/main']);
    await commit({ file: pointer(three) });
    expect(await all(createVersionsAround(run)(one)), 'the nearest first').to.deep.equal([two, three]);
    expect(await all(createVersionsAround(run)(three))).to.deep.equal([two, one]);
  });
});
