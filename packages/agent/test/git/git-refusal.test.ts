import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { checkGit, checkGitLfs } from '../../src/doctor/git-checks.js';
import type { RunGit } from '../../src/git/run-git.js';
import { gitRefusal } from '../../src/git/git-refusal.js';
import { openRepository } from '../../src/index-git/open-repository.js';
import { readCloneConfig } from '../../src/settings/clone-lfs-url.js';
import { findStorage } from '../../src/transfer/lfs-storage.js';
import { problemIn } from '../rigs/problem-in.js';
import { makeScratchHome, type ScratchHome } from '../rigs/scratch-home.js';

/** Of git's own tests: as if the folder were somebody else's. */
const somebodyElse = { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' };

describe('a clone that belongs to somebody else', () => {
  let scratch: ScratchHome;
  let foreign: RunGit;
  let why: string;
  beforeEach(async () => {
    scratch = await makeScratchHome();
    foreign = (args, input = {}) => scratch.git(args, { ...input, environment: { ...input.environment, ...somebodyElse } });
    why = `detected dubious ownership in repository at '${scratch.clone}'; if you trust it: git config --global --add safe.directory ${scratch.clone}`;
  });
  afterEach(() => scratch.remove());

  it("is told of with git's own reason, and the command that git names for it", async () => {
    expect(gitRefusal((await foreign(['rev-parse', '--git-dir'])).stderr)).to.equal(why);
    expect(gitRefusal((await scratch.git(['rev-parse', '--git-dir'], { folder: scratch.home })).stderr)).to.equal(undefined);
  });

  it('is what diagnosis, settings, index and transfers name as the cause', async () => {
    expect(await checkGit(foreign)).to.deep.equal({ check: 'git', status: 'failed', message: why });
    expect(await readCloneConfig(foreign)).to.include({ refused: why });
    expect(await readCloneConfig(scratch.git)).to.include({ refused: undefined });
    expect((await problemIn(findStorage(foreign))).message).to.equal(why);
    const environment = { ...process.env, ...scratch.environment, ...somebodyElse };
    const place = { folder: scratch.clone, environment, signal: new AbortController().signal };
    expect((await problemIn(openRepository(place))).message).to.equal(why);
  });

  it('is read when git is told that it is safe', async () => {
    await scratch.git(['config', '--global', '--add', 'safe.directory', scratch.clone]);
    expect((await checkGit(foreign)).status).to.equal('ok');
  });
});

describe('a configuration that git cannot read', () => {
  let scratch: ScratchHome;
  beforeEach(async () => {
    scratch = await makeScratchHome();
  });
  afterEach(() => scratch.remove());
  const spoil = (file: string): Promise<void> => writeFile(file, '[user]\nname = Ada\n<<<<<<< HEAD\n');

  it('of the user or of the clone is what diagnosis, settings and transfers name as the cause', async () => {
    for (const file of [join(scratch.home, '.gitconfig'), join(scratch.clone, '.git', 'config')]) {
      const before = await readFile(file, 'utf8').catch(() => '');
      await spoil(file);
      const why = (await problemIn(findStorage(scratch.git))).message;
      expect(why).to.match(/^bad config line 3 in file .*config$/);
      expect(await checkGit(scratch.git)).to.deep.equal({ check: 'git', status: 'failed', message: why });
      expect(await checkGitLfs(scratch.git)).to.include({ status: 'skipped' });
      expect(await readCloneConfig(scratch.git)).to.include({ refused: why });
      await writeFile(file, before);
    }
    expect((await checkGit(scratch.git)).status).to.equal('ok');
  });

  it('in .lfsconfig is named, and no older version of the file takes its place', async () => {
    const file = join(scratch.clone, '.lfsconfig');
    await writeFile(file, '[lfs]\nurl = https://old.example/acme/models.git/info/lfs\n');
    await scratch.git(['add', '.lfsconfig']);
    await spoil(file);
    const { lfsConfig, refused } = await readCloneConfig(scratch.git);
    expect([...lfsConfig]).to.deep.equal([]);
    expect(refused).to.equal(`bad config line 3 in file ${file}`);
  });

  it('is none where there is no work tree, no repository or no git', async () => {
    await scratch.git(['config', 'core.bare', 'true']);
    expect(await readCloneConfig(scratch.git)).to.include({ refused: undefined });
    expect(gitRefusal('git is not installed, or not on the PATH')).to.equal(undefined);
  });

  it('for extensions that this git does not know is told with their names', () => {
    expect(gitRefusal('fatal: unknown repository extension found:\n\trefstorage\n')).to.equal(
      'unknown repository extension found: refstorage',
    );
  });
});
