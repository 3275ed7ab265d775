import { expect } from 'chai';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkPrePush } from '../../src/doctor/pre-push-check.js';
import { openRepository } from '../../src/index-git/open-repository.js';
import { installHook } from '../../src/index-git/pre-push-hook.js';
import { runGitHere } from '../rigs/run-git-here.js';
import { makeScratchHome, type ScratchHome } from '../rigs/scratch-home.js';

describe('the check of the pre-push hook', () => {
  let scratch: ScratchHome;
  let hook: string;
  beforeEach(async () => {
    scratch = await makeScratchHome();
    hook = join(scratch.clone, '.git/hooks/pre-push');
  });
  afterEach(() => scratch.remove());

  const check = () => checkPrePush(scratch.git, scratch.clone);
  const said = async () => {
    const { status, message } = (await check()) ?? {};
    return `${status}: ${message}`;
  };
  const write = async (path: string, text: string): Promise<void> => {
    await writeFile(path, text);
    await chmod(path, 0o755);
  };
  const haveObject = () => mkdir(join(scratch.clone, '.git/lfs/objects/ab'), { recursive: true });
  const install = async () => {
    const environment = { ...process.env, ...scratch.environment };
    const repository = await openRepository({ folder: scratch.clone, environment, signal: new AbortController().signal });
    await installHook(repository, { node: 'node', program: 'svc', limitSeconds: 1 });
  };

  it('says nothing outside of a clone, nor where Git LFS has nothing', async () => {
    expect(await check()).to.equal(undefined);
    await scratch.git(['lfs', 'env']);
    expect(await check()).to.equal(undefined);
    const outside = (args: readonly string[]) => runGitHere(args, { folder: scratch.home });
    expect(await checkPrePush(outside, scratch.home)).to.equal(undefined);
  });

  it("passes with git-lfs's hook, with ours, and with one that runs git-lfs besides", async () => {
    await haveObject();
    await scratch.git(['lfs', 'update']);
    const passes = 'ok: git push sends the objects of Git LFS first';
    expect(await said()).to.equal(passes);
    await install();
    expect(await said()).to.equal(passes);
    await rm(`${hook}.before-svc`);
    expect(await said()).to.equal(passes);
    await write(hook, '#!/bin/sh\nmake test && exec git-lfs pre-push "$@"\n');
    expect(await said()).to.equal(passes);
  });

  it('warns of one that does not name git-lfs, and says what to do', async () => {
    await haveObject();
    expect(await said()).to.match(
      /^warning: git push may leave objects of Git LFS unsent, for its pre-push hook does not name git-lfs; run git lfs update$/,
    );
    await write(hook, '#!/bin/sh\n');
    expect(await said()).to.contain(`; have ${hook} run: git lfs pre-push "$@", unless what it starts does so`);
    await install();
    expect(await said()).to.contain(`; have ${hook}.before-svc run: git lfs pre-push "$@"`);
    await rm(`${hook}.before-svc`);
    await write(hook, '#!/bin/sh\n# Written by "svc index --install-hook"; "svc index --uninstall-hook" takes it back.\n');
    expect(await said()).to.contain('; run svc index --install-hook again');
  });

  it('looks where core.hooksPath leads', async () => {
    await haveObject();
    await scratch.git(['config', 'core.hooksPath', '.husky']);
    await mkdir(join(scratch.clone, '.husky'));
    await write(join(scratch.clone, '.husky/pre-push'), '#!/bin/sh\n');
    expect(await said()).to.contain(`; have ${join(scratch.clone, '.husky/pre-push')} run: git lfs pre-push "$@"`);
  });
});
