import { makeScratchRepository, type ScratchRepository } from '@svc/test-services/git-histories';
import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { chmod, link, lstat, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type GitRepository, openRepository } from '../../src/index-git/open-repository.js';
import { installHook, uninstallHook } from '../../src/index-git/pre-push-hook.js';
import { createFaultyFileSystem } from '../rigs/faulty-file-system.js';
import { problemIn } from '../rigs/problem-in.js';

describe('the pre-push hook', () => {
  let scratch: ScratchRepository;
  let repository: GitRepository;
  let remote: ScratchRepository;
  let hook: string;
  let log: string;
  const program = () => ({ node: '/bin/sh', program: join(scratch.folder, 'fake.sh'), limitSeconds: 7 });
  const said = (): Promise<string> => readFile(log, 'utf8').catch(() => '');

  beforeEach(async () => {
    scratch = await makeScratchRepository('sha1', false);
    remote = await makeScratchRepository();
    const { folder, environment } = scratch;
    hook = join(folder, '.git', 'hooks', 'pre-push');
    log = join(folder, 'log');
    await writeFile(join(folder, 'fake.sh'), `echo "svc $*" >>'${log}'; cat >>'${log}'; exit 3\n`);
    repository = await openRepository({
      folder,
      environment: { ...process.env, ...environment },
      signal: new AbortController().signal,
    });
    await scratch.git(['commit', '--quiet', '--allow-empty', '-m', 'one']);
    await scratch.git(['remote', 'add', 'origin', remote.folder]);
  });
  afterEach(async () => {
    await scratch.remove();
    await remote.remove();
  });

  const writeHook = async (text: string): Promise<void> => {
    await writeFile(hook, text);
    await chmod(hook, 0o755);
  };

  it('is told what is pushed, and fails no push', async () => {
    expect(await installHook(repository, program())).to.deep.equal({ isChained: false });
    await scratch.git(['push', '--quiet', 'origin', 'main']);
    const head = (await scratch.git(['rev-parse', 'HEAD'])).trim();
    expect(await said()).to.equal(
      `svc index --pre-push origin --limit-seconds 7\nrefs/heads/main ${head} refs/heads/main ${'0'.repeat(40)}\n`,
    );
    expect((await remote.git(['rev-parse', 'main'])).trim()).to.equal(head);
  });

  it('runs the hook that was there before, with the same words, and lets it refuse', async () => {
    await writeHook(`#!/bin/sh\necho "own $*" >>'${log}'; cat >>'${log}'; exit $(cat '${join(scratch.folder, 'code')}')\n`);
    const own = await readFile(hook, 'utf8');
    await writeFile(join(scratch.folder, 'code'), '0');
    expect(await installHook(repository, program())).to.deep.equal({ isChained: true });
    await scratch.git(['push', '--quiet', 'origin', 'main']);
    const line = (await said()).split('\n')[1] ?? '';
    expect(await said()).to.equal(
      `own origin ${remote.folder}\n${line}\nsvc index --pre-push origin --limit-seconds 7\n${line}\n`,
    );
    await writeFile(join(scratch.folder, 'code'), '1');
    await writeFile(log, '');
    const refused = await scratch.git(['push', '--quiet', 'origin', 'main:other']).catch(String);
    expect(refused).to.contain('failed to push');
    expect(await said()).to.not.contain('svc index');
    expect(await uninstallHook(repository)).to.equal(true);
    expect(await readFile(hook, 'utf8')).to.equal(own);
  });

  it("keeps git-lfs's hook", async () => {
    await scratch.git(['lfs', 'install', '--local']);
    const own = await readFile(hook, 'utf8');
    await installHook(repository, program());
    expect(await readFile(`${hook}.before-svc`, 'utf8')).to.equal(own);
    await uninstallHook(repository);
    expect(await readFile(hook, 'utf8')).to.equal(own);
  });

  const commitLfs = async (bytes = 'weights'): Promise<string> => {
    await scratch.git(['lfs', 'track', '*.bin']);
    await writeFile(join(scratch.folder, 'model.bin'), bytes);
    await scratch.git(['add', '.']);
    await scratch.git(['commit', '--quiet', '-m', 'a model']);
    const [, oid = ''] = /^oid sha256:(.*)$/m.exec(await scratch.git(['cat-file', 'blob', 'HEAD:model.bin'])) ?? [];
    return oid;
  };
  /** Once for all clones of a user, as git-lfs is set up. */
  const setUpLfs = () => scratch.git(['lfs', 'install', '--skip-repo']);

  it('has git-lfs send its objects where that has no hook of its own, since ours is there, and lets it refuse', async () => {
    await installHook(repository, program());
    await setUpLfs();
    const oid = await commitLfs();
    expect(await readFile(hook, 'utf8')).to.contain('svc index --install-hook');
    await scratch.git(['push', '--quiet', 'origin', 'main']);
    const sent = join(remote.folder, 'lfs/objects', oid.slice(0, 2), oid.slice(2, 4), oid);
    expect(await readFile(sent, 'utf8')).to.equal('weights');
    expect(await said()).to.match(/^svc index --pre-push origin --limit-seconds 7\nrefs\/heads\/main /);
    await commitLfs('other weights');
    await rm(join(scratch.folder, '.git/lfs/objects'), { recursive: true });
    await writeFile(log, '');
    expect(await scratch.git(['push', '--quiet', 'origin', 'main']).catch(String)).to.contain('failed to push');
    expect(await said()).to.equal('');
  });

  it('starts no git-lfs in a clone that has nothing of it', async () => {
    await installHook(repository, program());
    await scratch.git(['push', '--quiet', 'origin', 'main']);
    expect(await readdir(join(scratch.folder, '.git'))).to.not.include('lfs');
  });

  it('refuses a push where git-lfs is gone from a clone that uses it, and no other push', async () => {
    await installHook(repository, program());
    const bin = join(scratch.folder, 'bin');
    await mkdir(bin);
    for (const name of ['git', 'cat', 'dirname']) {
      await symlink((await promisify(execFile)('which', [name])).stdout.trim(), join(bin, name));
    }
    const refusal = (): Promise<unknown> => {
      const options = { cwd: scratch.folder, env: { ...scratch.environment, PATH: bin } };
      const run = promisify(execFile)('/bin/sh', [hook, 'origin', remote.folder], options);
      run.child.stdin?.end();
      return run.then(
        () => undefined,
        (fault: unknown) => fault,
      );
    };
    expect(await refusal()).to.equal(undefined);
    await setUpLfs();
    await commitLfs();
    await rm(log);
    const refused = /^svc: this clone uses Git LFS, but git-lfs is not on the PATH, .*\n$/;
    expect(await refusal())
      .to.include({ code: 2 })
      .and.property('stderr')
      .match(refused);
    expect(await said()).to.equal('');
  });

  it("leaves git-lfs's hook behind where it has stood for that", async () => {
    await installHook(repository, program());
    await setUpLfs();
    await commitLfs();
    expect(await uninstallHook(repository)).to.equal(true);
    expect(await readFile(hook, 'utf8')).to.contain('git lfs pre-push "$@"');
  });

  it('is renewed when it is written again', async () => {
    await installHook(repository, program());
    const now = await readFile(hook, 'utf8');
    await writeHook(now.replace(/^elif .*\n.*git lfs pre-push.*\n/m, ''));
    expect(await installHook(repository, program())).to.deep.equal({ isChained: false });
    expect(await readFile(hook, 'utf8')).to.equal(now);
  });

  it('is the same when it is written twice', async () => {
    await writeHook('#!/bin/sh\nexit 0\n');
    await installHook(repository, program());
    const once = await readFile(hook, 'utf8');
    await installHook(repository, program());
    expect(await readFile(hook, 'utf8')).to.equal(once);
    expect(await readFile(`${hook}.before-svc`, 'utf8')).to.equal('#!/bin/sh\nexit 0\n');
  });

  it('leaves the hook that was there in its place when it cannot be written, at whatever step', async () => {
    const own = '#!/bin/sh\nexit 0\n';
    await writeHook(own);
    const hooks = join(scratch.folder, '.git', 'hooks');
    for (const step of ['open *.part', 'write *.part', 'chmod *.part', 'sync *.part', 'rename *.part pre-push']) {
      const fileSystem = createFaultyFileSystem(hooks);
      fileSystem.fail(step, 'ENOSPC');
      const fault: unknown = await installHook(repository, program(), fileSystem).catch((thrown: unknown) => thrown);
      expect(fault, step).to.be.an('error').with.property('message').that.contains('ENOSPC');
      expect(await readFile(hook, 'utf8'), step).to.equal(own);
      expect((await lstat(hook)).mode & 0o111, step).to.equal(0o111);
      expect(
        (await readdir(hooks)).filter((name) => name.endsWith('.part')),
        step,
      ).to.deep.equal([]);
    }
    expect(await installHook(repository, program())).to.deep.equal({ isChained: true });
    expect(await readFile(`${hook}.before-svc`, 'utf8')).to.equal(own);
  });

  it('leaves a hook in its place that cannot be read', async () => {
    const own = '#!/bin/sh\nexit 1\n';
    await writeHook(own);
    const fileSystem = createFaultyFileSystem(join(scratch.folder, '.git', 'hooks'));
    for (const code of ['EACCES', 'EIO']) {
      fileSystem.fail('open pre-push', code);
      expect((await problemIn(installHook(repository, program(), fileSystem))).message).to.equal(
        `${hook} cannot be read (${code}): it may be a hook that is needed`,
      );
      expect((await problemIn(uninstallHook(repository, fileSystem))).message).to.contain(`cannot be read (${code})`);
      expect(await readFile(hook, 'utf8')).to.equal(own);
    }
  });

  it('can be run by all who share the clone, whatever the umask', async () => {
    const before = process.umask(0o077);
    try {
      await installHook(repository, program());
    } finally {
      process.umask(before);
    }
    expect((await lstat(hook)).mode & 0o777).to.equal(0o755);
  });

  it('goes on where it was cut off before it had its name', async () => {
    await writeHook('#!/bin/sh\nexit 0\n');
    await link(hook, `${hook}.before-svc`);
    expect(await installHook(repository, program())).to.deep.equal({ isChained: true });
    expect(await readFile(hook, 'utf8')).to.contain('svc index --pre-push');
    await writeHook('#!/bin/sh\nexit 1\n');
    expect((await problemIn(installHook(repository, program()))).message).to.contain('are both there');
  });

  it('keeps a hook that is a link', async () => {
    await writeFile(join(scratch.folder, 'mine'), '#!/bin/sh\n');
    await symlink('../../mine', hook);
    await installHook(repository, program());
    expect((await lstat(`${hook}.before-svc`)).isSymbolicLink()).to.equal(true);
    expect(await readFile(join(scratch.folder, 'mine'), 'utf8')).to.equal('#!/bin/sh\n');
    await uninstallHook(repository);
    expect((await lstat(hook)).isSymbolicLink()).to.equal(true);
  });

  it('is not written through a link that leads nowhere', async () => {
    await symlink('../../mine', hook);
    expect((await problemIn(installHook(repository, program()))).message).to.equal(
      `${hook} is a link that leads nowhere: remove it`,
    );
    expect((await lstat(hook)).isSymbolicLink()).to.equal(true);
    expect(await readdir(scratch.folder)).to.not.include('mine');
  });

  it('says that svc is gone, and lets the push go on', async () => {
    await installHook(repository, { ...program(), program: join(scratch.folder, 'gone') });
    await scratch.git(['push', '--quiet', 'origin', 'main']);
    expect(await said()).to.equal('');
  });

  it('touches no hooks of others', async () => {
    await scratch.git(['config', 'core.hooksPath', '.husky']);
    expect((await problemIn(installHook(repository, program()))).message)
      .to.contain('core.hooksPath is .husky')
      .and.contain('svc index --pre-push "$1"');
    await scratch.git(['config', '--unset', 'core.hooksPath']);
    await writeHook('#!/bin/sh\n');
    expect(await uninstallHook(repository)).to.equal(false);
    expect(await readFile(hook, 'utf8')).to.equal('#!/bin/sh\n');
  });

  it('is told nothing where nothing is pushed', async () => {
    await installHook(repository, program());
    await scratch.git(['hook', 'run', 'pre-push', '--', 'origin', 'url'], '');
    expect(await said()).to.equal('svc index --pre-push origin --limit-seconds 7\n');
  });
});
