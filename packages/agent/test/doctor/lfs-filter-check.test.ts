import { expect } from 'chai';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunGit } from '../../src/git/run-git.js';
import { checkLfsFilter } from '../../src/doctor/lfs-filter-check.js';
import { runAgent } from '../rigs/agent-process.js';
import { makeScratchHome, type ScratchHome } from '../rigs/scratch-home.js';

describe('the check of the filter of Git LFS', () => {
  let scratch: ScratchHome;
  beforeEach(async () => {
    scratch = await makeScratchHome();
  });
  afterEach(() => scratch.remove());

  const said = async (runGit: RunGit = scratch.git): Promise<string> => {
    const { status, message } = (await checkLfsFilter(runGit)) ?? {};
    return `${status}: ${message}`;
  };
  const missing =
    'warning: git does not call git-lfs (its configuration has no filter.lfs), so large files go into Git itself: run git lfs install, then git lfs pull';
  const passes = 'ok: git calls git-lfs for what .gitattributes give it';
  const set = (key: string, value: string) => scratch.git(['config', key, value]);
  const track = async (folder: string): Promise<void> => {
    await mkdir(join(scratch.clone, folder), { recursive: true });
    await writeFile(join(scratch.clone, folder, '.gitattributes'), '*.txt text\n*.bin filter=lfs -text\n');
    await scratch.git(['add', '--all']);
  };

  it('says nothing where no large files are named: outside of a clone, and without LFS URL and attributes', async () => {
    await writeFile(join(scratch.clone, '.gitattributes'), '# *.bin filter=lfs\n*.bin binary\n');
    await scratch.git(['add', '--all']);
    expect(await said()).to.equal('undefined: undefined');
    expect(await said((args) => scratch.git(args, { folder: scratch.home }))).to.equal('undefined: undefined');
  });

  it('warns where attributes name git-lfs that git does not know, also from a folder beside them', async () => {
    await track('data/models');
    await mkdir(join(scratch.clone, 'src'));
    expect(await said()).to.equal(missing);
    expect(await said((args) => scratch.git(args, { folder: join(scratch.clone, 'src') }))).to.equal(missing);
  });

  it('warns where the clone has an LFS URL, however it says so', async () => {
    await scratch.git(['config', '--file', '.lfsconfig', 'lfs.url', 'https://svc.example/acme/models.git/info/lfs']);
    expect(await said()).to.equal(missing);
  });

  it('passes after git lfs install, with the process or with both of clean and smudge, and not with one', async () => {
    await track('.');
    await scratch.git(['lfs', 'install', '--local']);
    expect(await said()).to.equal(passes);
    await set('filter.lfs.process', '');
    expect(await said()).to.equal(passes);
    await scratch.git(['config', '--unset', 'filter.lfs.smudge']);
    expect(await said()).to.equal(missing);
    await set('filter.lfs.process', 'git-lfs filter-process --skip');
    expect(await said()).to.equal(passes);
  });

  it('is one of svc doctor, which does not fail for it', async () => {
    const shown = async () => (await runAgent(scratch, ['doctor'])).stdout;
    expect(await shown()).to.not.contain('lfs-filter');
    await track('.');
    expect(await shown()).to.contain(missing.replace(': ', ' lfs-filter: '));
  });
});
