import { expect } from 'chai';
import { access, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runAgent } from '../rigs/agent-process.js';
import { writeAskpass } from '../rigs/askpass.js';
import { indexedRefs } from '../rigs/indexed-refs.js';
import { makeScratchHome, type ScratchHome } from '../rigs/scratch-home.js';
import { startTransferService, type TransferService } from '../rigs/transfer-service.js';

const none = '0'.repeat(40);

describe('what the pre-push hook runs', () => {
  let service: TransferService;
  let scratch: ScratchHome;
  let origin: string;
  beforeEach(async () => {
    service = await startTransferService();
    scratch = await makeScratchHome();
    origin = join(scratch.home, 'origin.git');
    await scratch.git(['init', '--quiet', '--bare', origin]);
    await scratch.git(['remote', 'add', 'origin', origin]);
  });
  afterEach(async () => {
    await service.close();
    await scratch.remove();
  });

  const commit = async (): Promise<string> => {
    const person = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
    await scratch.git(['add', '--all']);
    await scratch.git([...person, 'commit', '--quiet', '--allow-empty', '--message', 'a commit']);
    return (await scratch.git(['rev-parse', 'HEAD'])).stdout.trim();
  };
  const run = (...args: readonly string[]) => {
    const env = { SVC_URL: service.baseUrl, SVC_REPOSITORY: service.repositoryId, SVC_TOKEN: service.token };
    return (input: string) => runAgent(scratch, ['index', ...args], { env, input });
  };
  const lineOf = (id: string, name: string): string => `HEAD ${id} ${name} ${none}\n`;
  const told = async (lines: string, remote = 'origin'): Promise<string> => {
    const { code, stdout, stderr } = await run('--pre-push', remote, '--limit-seconds', '60')(lines);
    expect({ code, stdout }).to.deep.equal({ code: 0, stdout: '' });
    return stderr;
  };
  /** A push whose hook has no time for anything. */
  const toldInVain = async (lines: string, remote = 'origin'): Promise<string> => {
    service.intercept = (request) => request.url?.includes('/index/') === true;
    const { stderr } = await run('--pre-push', remote, '--limit-seconds', '1')(lines);
    service.intercept = undefined;
    return stderr;
  };
  const push = (...refs: readonly string[]) => scratch.git(['push', '--quiet', 'origin', ...refs]);
  const isLeft = (): Promise<boolean> =>
    access(join(scratch.clone, '.git/svc-unfinished-pushes')).then(
      () => true,
      () => false,
    );

  it('leaves to the next push what it has no time for', async () => {
    const one = await commit();
    const said = await toldInVain(lineOf(one, 'refs/heads/main') + lineOf(one, 'refs/tags/v1'));
    expect(said).to.equal('svc: not all is indexed after 1 s; the next push goes on, or: svc index\n');
    await push('HEAD:refs/heads/main', 'HEAD:refs/tags/v1');
    const two = await commit();
    expect(await told(lineOf(two, 'refs/heads/main'))).to.equal(
      'svc: 2 commits indexed, generation 1\nsvc: 0 commits of earlier pushes indexed, generation 2\n',
    );
    expect(await indexedRefs(service)).to.deep.equal([`refs/heads/main ${two}`, `refs/tags/v1 ${one}`]);
    expect(await isLeft()).to.equal(false);
  });

  it('asks no program for the credential, which may open a window, but that of GIT_ASKPASS where CI says that nobody sits there', async () => {
    const { program, asked } = await writeAskpass(scratch.home, service.token);
    await scratch.git(['config', 'core.askPass', program]);
    const input = lineOf(await commit(), 'refs/heads/main');
    const pushed = async (env: Readonly<Record<string, string>>): Promise<string> => {
      const place = { SVC_URL: service.baseUrl, SVC_REPOSITORY: service.repositoryId };
      const args = ['index', '--pre-push', 'origin', '--limit-seconds', '60'];
      return (await runAgent(scratch, args, { env: { ...place, ...env }, input })).stderr;
    };
    const askpass = { GIT_ASKPASS: program };
    for (const env of [{}, { CI: 'true' }, askpass, { ...askpass, CI: '' }, { ...askpass, CI: 'false' }]) {
      expect(await pushed(env)).to.contain(`svc: what is pushed is not indexed: there is no credential for ${service.baseUrl}: `);
    }
    expect(await asked()).to.deep.equal([]);
    expect(await pushed({ ...askpass, CI: 'true' })).to.equal('svc: 1 commit indexed, generation 1\n');
    expect(await asked()).to.have.length(2);
  });

  it('leaves to the next push what the service has refused', async () => {
    const one = await commit();
    const env = { SVC_URL: service.baseUrl, SVC_REPOSITORY: service.repositoryId, SVC_TOKEN: `${service.token}x` };
    const args = ['index', '--pre-push', 'origin', '--limit-seconds', '60'];
    const { code, stderr } = await runAgent(scratch, args, { env, input: lineOf(one, 'refs/tags/v1') });
    expect(code).to.equal(0);
    expect(stderr).to.match(/^svc: what is pushed is not indexed: [^\n]*401[^\n]*; the next push goes on, or: svc index\n$/);
    await push('HEAD:refs/tags/v1');
    const two = await commit();
    await told(lineOf(two, 'refs/heads/main'));
    expect(await indexedRefs(service)).to.deep.equal([`refs/heads/main ${two}`, `refs/tags/v1 ${one}`]);
    expect(await isLeft()).to.equal(false);
  });

  it('leaves removals too, and goes on where nothing is pushed', async () => {
    const one = await commit();
    await told(lineOf(one, 'refs/heads/main') + lineOf(one, 'refs/heads/old'));
    await toldInVain(`(delete) ${none} refs/heads/old ${one}\n`);
    await push('HEAD:refs/heads/main');
    await told('');
    expect(await indexedRefs(service)).to.deep.equal([`refs/heads/main ${one}`]);
    expect(await isLeft()).to.equal(false);
  });

  it('drops of what was left what the remote does not have: it was refused, or pushed elsewhere since', async () => {
    const one = await commit();
    await toldInVain(['refs/heads/refused', 'refs/heads/moved', 'refs/tags/kept'].map((name) => lineOf(one, name)).join(''));
    await toldInVain(lineOf('1'.repeat(40), 'refs/tags/gone') + `(delete) ${none} refs/tags/back ${one}\n`);
    const two = await commit();
    await push('HEAD:refs/heads/moved', 'HEAD~:refs/tags/kept', 'HEAD~:refs/tags/back');
    await told(lineOf(two, 'refs/heads/main'));
    expect(await indexedRefs(service)).to.deep.equal([`refs/heads/main ${two}`, `refs/tags/kept ${one}`]);
    expect(await isLeft()).to.equal(false);
  });

  it('keeps what was left as long as the remote does not answer, and says so; svc index has all of it', async () => {
    const one = await commit();
    await toldInVain(lineOf(one, 'refs/tags/v1'));
    await push('HEAD:refs/tags/v1');
    await scratch.git(['tag', 'v1']);
    await rename(origin, `${origin}.away`);
    expect(await told(lineOf(one, 'refs/heads/main'))).to.equal(
      'svc: 1 commit indexed, generation 1\n' +
        'svc: origin does not say what it has, so what earlier pushes have sent is not indexed yet; run: svc index\n',
    );
    expect(await isLeft()).to.equal(true);
    expect((await run()('')).stdout).to.contain('indexed 0 commits, 1 ref');
    expect(await isLeft()).to.equal(false);
  });

  it('says no password of a URL that is pushed to', async () => {
    const one = await commit();
    const url = 'http://me:secret@127.0.0.1:9/x.git';
    await scratch.git(['config', 'remote.origin.url', url]);
    await toldInVain(lineOf(one, 'refs/tags/v1'), url);
    const said = await told(lineOf(one, 'refs/heads/main'), url);
    expect(said).to.contain('svc: http://127.0.0.1:9/x.git does not say what it has').and.not.contain('secret');
  });

  it('leaves to the next push what svc index has not done', async () => {
    const one = await commit();
    await told(lineOf(one, 'refs/heads/old'));
    await toldInVain(`(delete) ${none} refs/heads/old ${one}\n` + lineOf(one, 'refs/heads/main') + lineOf(one, 'refs/tags/rel'));
    await push('HEAD:refs/heads/main', 'HEAD:refs/tags/rel');
    await run()('');
    expect(await indexedRefs(service)).to.deep.equal([`refs/heads/main ${one}`, `refs/heads/old ${one}`]);
    expect(await isLeft()).to.equal(true);
    await told('');
    expect(await indexedRefs(service)).to.deep.equal([`refs/heads/main ${one}`, `refs/tags/rel ${one}`]);
    expect(await isLeft()).to.equal(false);
  });

  it('says nothing that a terminal would obey', async () => {
    const remote = 'ori\u009bgin';
    await scratch.git(['remote', 'rename', 'origin', remote]);
    const one = await commit();
    await scratch.git(['config', `remote.${remote}.url`, `${origin}.away`]);
    await toldInVain(lineOf(one, 'refs/tags/v1'), remote);
    expect(await told(lineOf(one, 'refs/heads/main'), remote)).to.contain('svc: ori?gin does not say what it has');
  });

  it('indexes nothing where the environment names another repository than the clone, or may mean the one around a submodule', async () => {
    const one = await commit();
    const other = `${service.baseUrl}/api/v1/repositories/0b7c3b1e-96e5-4f3c-9d0e-0d6f2a1c4b5a/lfs`;
    await scratch.git(['config', 'lfs.url', other]);
    const begin = 'svc: what is pushed is not indexed: ';
    const end = '; the next push goes on, or: svc index\n';
    const own = `${service.baseUrl}/api/v1/repositories/${service.repositoryId}/lfs`;
    expect(await told(lineOf(one, 'refs/heads/main'))).to.equal(
      `${begin}the LFS URL of the clone is ${other}, but by SVC_URL and SVC_REPOSITORY it would be ${own}: unset what is wrong first${end}`,
    );
    await scratch.git(['config', '--unset', 'lfs.url']);
    const around = { folder: join(scratch.clone, '..') };
    await scratch.git(['init', '--quiet'], around);
    await scratch.git(['update-index', '--add', '--cacheinfo', `160000,${one},clone`], around);
    expect(await told(lineOf(one, 'refs/heads/main'))).to.equal(
      `${begin}this is a submodule without an LFS URL, and SVC_REPOSITORY may mean the repository around it: unset it, or set lfs.url, first${end}`,
    );
    expect(await indexedRefs(service)).to.deep.equal([]);
    await scratch.git(['config', 'lfs.url', own.replace('127.0.0.1', 'localhost')]);
    expect(await told(lineOf(one, 'refs/heads/main'))).to.equal('svc: 1 commit indexed, generation 1\n');
  });

  it('says how many objects of pointers are not stored', async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 5\n`;
    await writeFile(join(scratch.clone, 'model.bin'), pointer);
    expect(await told(lineOf(await commit(), 'refs/heads/main'))).to.equal(
      'svc: 1 commit indexed, generation 1\nsvc: 1 object of LFS pointers not stored yet; git lfs push --all sends them\n',
    );
  });
});
