import { expect } from 'chai';
import { chmod, copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bytesNamed } from '../client/test-object.js';
import type { GitClient } from '../git-lfs/git-client.js';
import { createLfsWorld, type LfsWorld, type RepositoryName } from '../git-lfs/lfs-world.js';
import { createOrigin, createWorkingCopy, type WorkingCopy } from '../git-lfs/working-copy.js';
import { sentPacks } from './tree-traffic.js';

const bundle = fileURLToPath(new URL('../../../../packages/agent/dist/svc.js', import.meta.url));

describe('git-lfs with the agent, after an update of Node', () => {
  let world: LfsWorld;
  let repository: RepositoryName;
  let computer: GitClient;
  let copy: WorkingCopy;
  /** Programs that a version manager has put there, beside git's own. */
  let versions: string;
  let files = 0;

  before(async () => {
    world = await createLfsWorld();
    repository = await world.createRepository('updated');
  });
  after(() => world.close());
  beforeEach(async () => {
    computer = await world.newComputer();
    await computer.saveCredential(repository.lfsUrl, await world.createToken());
    copy = await createWorkingCopy(computer, await createOrigin(computer), repository.lfsUrl);
    versions = await mkdtemp(join(tmpdir(), 'svc-versions-'));
    // A PATH on which no Node is, and what git and git-lfs need is.
    await mkdir(join(versions, 'tools'));
    for (const tool of ['git', 'git-lfs', 'sh', 'ls', 'cat', 'rm', 'sed', 'uname', 'dirname', 'basename']) {
      const found = await which(tool);
      if (found !== undefined) await symlink(found, join(versions, 'tools', tool));
    }
    world.proxy.forget();
  });
  afterEach(() => rm(versions, { recursive: true, force: true }));

  const which = async (tool: string): Promise<string | undefined> => {
    const { stdout } = await computer.attempt(computer.root, ['-c', `alias.which=!command -v ${tool}`, 'which']);
    return stdout.trim().startsWith('/') ? stdout.trim() : undefined;
  };

  /** Installs the agent with a Node of its own and a file of its own, as version managers keep them. */
  const install = async (): Promise<{ readonly node: string; readonly program: string }> => {
    const [node, program] = [join(versions, 'v20/bin/node'), join(versions, 'v20/lib/svc.mjs')];
    await mkdir(join(versions, 'v20/bin'), { recursive: true });
    await mkdir(join(versions, 'v20/lib'));
    await copyFile(process.execPath, node);
    await chmod(node, 0o755);
    await writeFile(program, `await import('${bundle}');\n`);
    const alias = `alias.svc-install=!'${node}' '${program}' install --global`;
    const { exitCode, stderr } = await computer.attempt(copy.path, ['-c', alias, 'svc-install']);
    expect(exitCode, stderr).to.equal(0);
    return { node, program };
  };

  /** Pushes a new file with nothing on the PATH but git's tools and what is in these folders. */
  const push = async (...folders: readonly string[]) => {
    files += 1;
    await copy.commit({ 'file.bin': bytesNamed(`file ${files}`, 1_500_000) });
    return copy.push({ env: { PATH: [join(versions, 'tools'), ...folders].join(':') } });
  };

  const command = async (name: string, script: string): Promise<string> => {
    const folder = join(versions, name);
    await mkdir(folder);
    await writeFile(join(folder, name.split(' ')[0] ?? ''), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return folder;
  };

  it('goes on with the Node that it was installed by, where that is still there', async () => {
    await install();
    const { exitCode, stderr } = await push();
    expect(exitCode, stderr).to.equal(0);
    expect(sentPacks(world.proxy)).to.have.length(1);
  });

  it('goes on with the Node on the PATH, where the other one is gone', async () => {
    const { node } = await install();
    await rm(node);
    const { exitCode, stderr } = await push(await command('node', `exec '${process.execPath}' "$@"`));
    expect(exitCode, stderr).to.equal(0);
    expect(sentPacks(world.proxy)).to.have.length(1);
  });

  it('goes on with the svc on the PATH, where all of that version is gone', async () => {
    await install();
    await rm(join(versions, 'v20'), { recursive: true });
    const { exitCode, stderr } = await push(await command('svc', `exec '${process.execPath}' '${bundle}' "$@"`));
    expect(exitCode, stderr).to.equal(0);
    expect(sentPacks(world.proxy)).to.have.length(1);
  });

  it('says what to do where nothing is there that could start it, nor by a stranger of its name', async () => {
    await install();
    await rm(join(versions, 'v20'), { recursive: true });
    for (const folders of [[], [await command('svc', 'echo usage: svc options; exit 100')]]) {
      const { exitCode, stdout, stderr } = await push(...folders);
      expect(exitCode).not.to.equal(0);
      expect(stdout + stderr)
        .to.contain('svc cannot start: its Node or its files are gone')
        .and.contain('run: svc doctor');
    }
    expect(sentPacks(world.proxy)).to.deep.equal([]);
  });
});
