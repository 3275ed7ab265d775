import { expect } from 'chai';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runAgent } from '../rigs/agent-process.js';
import { makeScratchHome, type ScratchHome } from '../rigs/scratch-home.js';
import { startTransferService, type TransferService } from '../rigs/transfer-service.js';

const repository = '0b7c3b1e-96e5-4f3c-9d0e-0d6f2a1c4b5a';
const byId = `http://127.0.0.1:9/api/v1/repositories/${repository}/lfs`;
const byNames = 'http://127.0.0.1:9/acme/models.git/info/lfs';
const plainHttp = 'http://svc.test';

describe('svc install --standalone in a clone', () => {
  let scratch: ScratchHome;
  beforeEach(async () => {
    scratch = await makeScratchHome();
    const remote = join(scratch.home, 'st.git');
    await mkdir(remote);
    await scratch.git(['init', '--quiet', '--bare'], { folder: remote });
    await scratch.git(['remote', 'add', 'origin', remote]);
    await scratch.git(['config', 'user.name', 'Test']);
    await scratch.git(['config', 'user.email', 'test@example.com']);
    await scratch.git(['lfs', 'install', '--local']);
    await writeFile(join(scratch.clone, '.gitattributes'), '*.bin filter=lfs -text\n');
    await writeFile(join(scratch.clone, 'a.bin'), 'bytes');
  });
  afterEach(() => scratch.remove());

  const install = () => runAgent(scratch, ['install', '--standalone', '--url', byId]);
  /** What git-lfs says of a push with an agent in the place of ours. */
  const push = async (): Promise<string> => {
    const refusing = `-c 'read -r line; echo "{\\"error\\":{\\"code\\":1,\\"message\\":\\"asked the agent\\"}}"'`;
    await scratch.git(['config', 'lfs.customtransfer.svc.args', refusing]);
    await scratch.git(['add', '--all']);
    await scratch.git(['commit', '--quiet', '--message', 'one']);
    return (await scratch.git(['push', 'origin', 'HEAD'])).stderr;
  };

  it('has git-lfs give the objects to the agent where the clone has no LFS URL, and says what it is now', async () => {
    const { code, stdout } = await install();
    expect(stdout).to.equal(
      `lfs.url of this clone, which had no LFS URL, is ${byId} now\ngit-lfs uses svc for everything (git config --local)\n`,
    );
    expect(code).to.equal(0);
    expect(await push()).to.contain('asked the agent');
  });

  it('has it do so where the clone has the LFS URL by names', async () => {
    await scratch.git(['config', '--file', '.lfsconfig', 'lfs.url', byNames]);
    expect((await install()).stdout).to.equal('git-lfs uses svc for everything (git config --local)\n');
    expect(await push()).to.contain('asked the agent');
  });

  it('is refused where git-lfs goes to another service, whose URL is said without its user', async () => {
    await scratch.git(['config', 'lfs.url', 'https://me:secret@git.example/lfs']);
    const { code, stdout, stderr } = await install();
    expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
    expect(stderr).to.match(/^svc: git-lfs uses https:\/\/git\.example\/lfs here, [^\n]*\n$/);
    expect((await scratch.git(['config', '--get-regexp', 'svc'])).stdout).to.equal('');
  });

  it('is for all clones with --global, whatever this one has', async () => {
    await scratch.git(['config', 'lfs.url', 'https://git.example/lfs']);
    const { stdout } = await runAgent(scratch, ['install', '--global', '--standalone', '--url', 'http://127.0.0.1:9']);
    expect(stdout).to.equal('git-lfs uses svc for everything (git config --global)\n');
  });
});

describe('svc install where git does not call git-lfs', () => {
  let scratch: ScratchHome;
  beforeEach(async () => {
    scratch = await makeScratchHome();
  });
  afterEach(() => scratch.remove());

  it('says so until git lfs install has been run', async () => {
    const stderr =
      'svc: git does not call git-lfs (its configuration has no filter.lfs), so large files go into Git itself: run git lfs install\n';
    for (const scope of ['--local', '--global']) {
      expect(await runAgent(scratch, ['install', scope])).to.deep.equal({
        code: 0,
        stdout: `git-lfs uses svc where the server offers it (git config ${scope})\n`,
        stderr,
      });
    }
    await scratch.git(['lfs', 'install', '--skip-repo']);
    expect(await runAgent(scratch, ['install'])).to.include({ code: 0, stderr: '' });
  });
});

describe('svc install in a clone that git-lfs uses already', () => {
  let service: TransferService;
  let scratch: ScratchHome;
  let elsewhere: string;
  beforeEach(async () => {
    service = await startTransferService();
    scratch = await makeScratchHome();
    elsewhere = service.baseUrl.replace('127.0.0.1', 'localhost');
    await scratch.git(['lfs', 'install', '--skip-repo']);
    await set('credential.helper', 'store');
    await writeFile(
      join(scratch.home, '.git-credentials'),
      [service.baseUrl, elsewhere, plainHttp].map((url) => `${url.replace('//', `//token:${service.token}@`)}\n`).join(''),
    );
  });
  afterEach(async () => {
    await service.close();
    await scratch.remove();
  });

  const set = (key: string, value: string) => scratch.git(['config', key, value]);
  const lfsUrls = (baseUrl: string) => [
    `${baseUrl}/api/v1/repositories/${service.repositoryId}/lfs`,
    `${baseUrl}/tests/models.git/info/lfs`,
  ];
  const install = (...args: readonly string[]) => runAgent(scratch, ['install', ...args]);
  const installed = { code: 0, stdout: 'git-lfs uses svc where the server offers it (git config --local)\n', stderr: '' };
  const settings = async () => (await scratch.git(['config', '--get-regexp', 'svc'])).stdout;

  it('is refused where the service calls itself otherwise than the clone does, until lfs.url is what it says', async () => {
    for (const url of lfsUrls(elsewhere)) {
      await set('lfs.url', url);
      const { code, stdout, stderr } = await install();
      expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
      const command = `git config lfs.url '${url.replace(elsewhere, service.baseUrl)}'`;
      expect(stderr)
        .to.match(/^svc: nothing is installed: [^\n]+\n$/)
        .and.contain(`the service calls itself ${service.baseUrl}, the clone ${elsewhere}: `)
        .and.contain(`: ${command}\n`);
      expect(await settings()).to.not.contain('customtransfer');
      // What the line says is for a shell.
      await scratch.git(['-c', `alias.pasted=!${command}`, 'pasted']);
      expect(await install()).to.deep.equal(installed);
      await runAgent(scratch, ['uninstall']);
    }
  });

  it('is done where the settings call the service as it calls itself', async () => {
    for (const url of lfsUrls(elsewhere)) {
      await set('lfs.url', url);
      for (const own of lfsUrls(service.baseUrl)) expect(await install('--url', own), own).to.deep.equal(installed);
      await runAgent(scratch, ['uninstall']);
      expect((await install('--url', service.baseUrl)).code).to.equal(1);
    }
  });

  it('is done where nobody can say what the service calls itself, with a line about that', async () => {
    await set('lfs.url', byId);
    const { stderr, ...rest } = await install();
    expect(rest).to.deep.equal({ code: 0, stdout: installed.stdout });
    const why = 'there is no credential for http://127.0.0.1:9: ';
    expect(stderr)
      .to.match(/^svc: [^\n]+\n$/)
      .and.contain(`whether svc goes where the service sends git-lfs is not known yet, svc doctor says it: ${why}`);
  });

  it('is done in a clone whose LFS URL is plain http to another machine, with a line about that', async () => {
    for (const url of lfsUrls(plainHttp)) {
      await set('lfs.url', url);
      const { stderr, ...rest } = await install();
      expect(rest, url).to.deep.equal({ code: 0, stdout: installed.stdout });
      expect(stderr)
        .to.match(/^svc: [^\n]+\n$/)
        .and.contain(': the LFS URL of the clone: ')
        .and.contain('Use https, or --allow-http.');
    }
  });

  it('is done with a token that is none, with a line about that', async () => {
    const [url = ''] = lfsUrls(service.baseUrl);
    await set('lfs.url', url);
    const { stderr, ...rest } = await runAgent(scratch, ['install'], { env: { SVC_URL: url, SVC_TOKEN: 'two words' } });
    expect(rest).to.deep.equal({ code: 0, stdout: installed.stdout });
    expect(stderr)
      .to.match(/^svc: [^\n]+\n$/)
      .and.contain('svc doctor says it: ')
      .and.not.contain('two words');
  });
});
