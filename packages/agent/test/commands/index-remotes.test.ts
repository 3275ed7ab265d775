import { expect } from 'chai';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runAgent } from '../rigs/agent-process.js';
import { indexedRefs } from '../rigs/indexed-refs.js';
import { makeScratchHome, type ScratchHome } from '../rigs/scratch-home.js';
import { startTransferService, type TransferService } from '../rigs/transfer-service.js';

describe('svc index in a clone whose remotes have a repository each', () => {
  let service: TransferService;
  let scratch: ScratchHome;
  let head: string;
  let repositories = 0;
  before(async () => {
    service = await startTransferService();
  });
  after(() => service.close());
  beforeEach(async () => {
    scratch = await makeScratchHome();
    await scratch.git(['symbolic-ref', 'HEAD', 'refs/heads/main']);
    await scratch.git(['config', '--global', 'credential.helper', 'store']);
    const { host } = new URL(service.baseUrl);
    await writeFile(join(scratch.home, '.git-credentials'), `http://token:${service.token}@${host}\n`);
    const person = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
    await scratch.git([...person, 'commit', '--quiet', '--allow-empty', '--message', 'one']);
    head = (await scratch.git(['rev-parse', 'HEAD'])).stdout.trim();
  });
  afterEach(() => scratch.remove());

  /** A remote that has the branch, with a repository for its objects; the answer is what that repository has in its index. */
  const addRemote = async (name: string): Promise<() => Promise<readonly string[]>> => {
    const url = join(scratch.home, `${name}.git`);
    await scratch.git(['init', '--quiet', '--bare', url]);
    await scratch.git(['remote', 'add', name, url]);
    await scratch.git(['push', '--quiet', name, 'main']);
    repositories += 1;
    const repositoryId = await service.addRepository(`Repository ${repositories}`);
    await scratch.git(['config', `remote.${name}.lfsurl`, `${service.baseUrl}/api/v1/repositories/${repositoryId}/lfs`]);
    return () => indexedRefs({ ...service, repositoryId });
  };
  const track = (name: string) => scratch.git(['config', 'branch.main.remote', name]);
  const index = async (...args: readonly string[]): Promise<void> => {
    const { code, stdout, stderr } = await runAgent(scratch, ['index', ...args]);
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
    expect(stdout).to.contain('indexed 1 commit, 1 ref');
  };
  const line = (): string => `refs/heads/main ${head} refs/heads/main ${'0'.repeat(40)}\n`;
  const pushed = async (remote: string, input = line(), seconds = 60): Promise<string> => {
    const args = ['index', '--pre-push', remote, '--limit-seconds', `${seconds}`];
    const { code, stdout, stderr } = await runAgent(scratch, args, { input });
    expect({ code, stdout }).to.deep.equal({ code: 0, stdout: '' });
    return stderr;
  };
  const whole = (): readonly string[] => [`refs/heads/main ${head}`];

  it('tells the one of the remote that the branch tracks, and never that of origin', async () => {
    const [origin, two] = [await addRemote('origin'), await addRemote('two')];
    await track('two');
    await index();
    expect({ origin: await origin(), two: await two() }).to.deep.equal({ origin: [], two: whole() });
  });

  it('tells the one of the remote that is named', async () => {
    const [origin, two] = [await addRemote('origin'), await addRemote('two')];
    await index('--remote', 'two');
    expect({ origin: await origin(), two: await two() }).to.deep.equal({ origin: [], two: whole() });
  });

  it('tells the one of the remote that the branch tracks what the hook is told, also of a push to its URL', async () => {
    for (const pushes of ['two', join(scratch.home, 'three.git')]) {
      const name = pushes === 'two' ? 'two' : 'three';
      const origin = await addRemote(name === 'two' ? 'origin' : 'other');
      const own = await addRemote(name);
      await track(name);
      expect(await pushed(pushes)).to.equal('svc: 1 commit indexed, generation 1\n');
      expect({ origin: await origin(), own: await own() }).to.deep.equal({ origin: [], own: whole() });
    }
  });

  it('tells the one of the remote that is named or pushed to where there is no origin and no branch tracks any', async () => {
    const [one, two] = [await addRemote('one'), await addRemote('two')];
    await index('--remote', 'two');
    expect({ one: await one(), two: await two() }).to.deep.equal({ one: [], two: whole() });
    expect(await pushed('one')).to.equal('svc: 1 commit indexed, generation 1\n');
    expect(await one()).to.deep.equal(whole());
  });

  it('tells nobody what is pushed to a fork where all remotes have one repository and nothing says which is indexed', async () => {
    const [upstream] = [await addRemote('upstream'), await addRemote('fork')];
    const url = (await scratch.git(['config', 'remote.upstream.lfsurl'])).stdout.trim();
    for (const name of ['upstream', 'fork']) await scratch.git(['config', '--unset', `remote.${name}.lfsurl`]);
    await scratch.git(['config', '--file', '.lfsconfig', 'lfs.url', url]);
    await index('--remote', 'upstream');
    const removal = `(delete) ${'0'.repeat(40)} refs/heads/main ${head}\n`;
    expect(await pushed('fork', removal)).to.equal(
      'svc: what is pushed is not indexed: which remote? Set branch.<branch>.remote to the one that is indexed, or run: svc index --remote NAME\n',
    );
    expect(await upstream()).to.deep.equal(whole());
  });

  it('forgets with --local what a push had no time for', async () => {
    const origin = await addRemote('origin');
    service.intercept = (request) => request.url?.includes('/index/') === true;
    expect(await pushed('origin', line(), 1)).to.contain('not all is indexed after 1 s');
    service.intercept = undefined;
    await index('--local');
    expect(await origin()).to.deep.equal(whole());
    expect(await readdir(join(scratch.clone, '.git'))).to.not.include('svc-unfinished-pushes');
  });

  it('keeps what a push had no time for until the next one to the same remote', async () => {
    const [origin, two] = [await addRemote('origin'), await addRemote('two')];
    await track('two');
    service.intercept = (request) => request.url?.includes('/index/') === true;
    expect(await pushed('two', line(), 1)).to.contain('not all is indexed after 1 s');
    service.intercept = undefined;
    await track('origin');
    expect(await pushed('origin')).to.equal('svc: 1 commit indexed, generation 1\n');
    expect({ origin: await origin(), two: await two() }).to.deep.equal({ origin: whole(), two: [] });
    await track('two');
    expect(await pushed('two', '')).to.equal('svc: 1 commit of earlier pushes indexed, generation 1\n');
    expect(await two()).to.deep.equal(whole());
  });

  it('asks for the service where the remote has none, although origin has one', async () => {
    const origin = await addRemote('origin');
    await addRemote('two');
    await scratch.git(['config', '--unset', 'remote.two.lfsurl']);
    expect((await runAgent(scratch, ['index', '--remote', 'two'])).stderr).to.contain('which service?');
    await track('two');
    expect(await pushed('two')).to.contain('what is pushed is not indexed: which service?');
    expect(await origin()).to.deep.equal([]);
  });
});
