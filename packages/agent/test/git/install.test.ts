import { expect } from 'chai';
import { createGitConfig, type GitConfig } from '../../src/git/git-config.js';
import { agentEntry } from '../../src/git/agent-entry.js';
import { install, type InstallOptions, uninstall } from '../../src/git/install.js';
import { problemIn } from '../rigs/problem-in.js';
import { makeScratchHome, type ScratchHome } from '../rigs/scratch-home.js';

const repository = '0b7c3b1e-96e5-4f3c-9d0e-0d6f2a1c4b5a';
const lfsUrl = `https://svc.example/api/v1/repositories/${repository}/lfs`;

describe('install and uninstall', () => {
  let scratch: ScratchHome;
  let config: GitConfig;
  const plain: InstallOptions = {
    scope: 'local',
    node: '/usr/bin/node',
    program: "/opt/it's here/svc.js",
    allowHttp: false,
    standalone: false,
    ownUrls: [],
  };

  beforeEach(async () => {
    scratch = await makeScratchHome();
    config = createGitConfig(scratch.git);
  });
  afterEach(() => scratch.remove());

  const listed = async (scope: 'local' | 'global'): Promise<readonly string[]> => {
    const { stdout } = await scratch.git(['config', `--${scope}`, '--list']);
    return stdout.split('\n').filter((line) => /^(lfs|svc)\./.test(line));
  };
  const agent = [
    'lfs.customtransfer.svc.path=sh',
    `lfs.customtransfer.svc.args=${agentEntry('/usr/bin/node', "/opt/it's here/svc.js").args}`,
    'lfs.customtransfer.svc.concurrent=false',
  ];

  it('an installation names the program, quoted for a shell, and nothing of a service', async () => {
    await install(config, plain);
    expect(await listed('local')).to.deep.equal(agent);
    expect(await listed('global')).to.deep.equal([]);
  });

  it('an installation of before, which named Node itself, is replaced, and taken back as a whole', async () => {
    await config.set('local', 'lfs.customtransfer.svc.path', '/old/node');
    await config.set('local', 'lfs.customtransfer.svc.args', "'/old/svc.js' transfer");
    const before = await scratch.git(['config', '--local', '--list']);
    await install(config, plain);
    expect(await listed('local')).to.have.members(agent);
    expect(before.stdout).to.contain('/old/node');
    await uninstall(config, 'local');
    expect(await listed('local')).to.deep.equal([]);
    await config.set('local', 'lfs.customtransfer.svc.path', '/old/node');
    await uninstall(config, 'local');
    expect(await listed('local')).to.deep.equal([]);
  });

  it('a second installation changes nothing', async () => {
    for (let times = 0; times < 2; times += 1) await install(config, { ...plain, url: lfsUrl, standalone: true });
    expect(await listed('local')).to.deep.equal([
      'svc.url=https://svc.example',
      `svc.repository=${repository}`,
      'lfs.customtransfer.svc.url=https://svc.example',
      `lfs.customtransfer.svc.repository=${repository}`,
      ...agent,
      `lfs.customtransfer.svc.lfsurl=${lfsUrl}`,
      `lfs.${lfsUrl}.standalonetransferagent=svc`,
      `lfs.url=${lfsUrl}`,
    ]);
  });

  it('a standalone installation tells git-lfs the LFS URL where the clone has none, and says so once', async () => {
    const standalone = { ...plain, url: lfsUrl, standalone: true };
    expect(await install(config, { ...plain, url: lfsUrl })).to.deep.equal({ isStandalone: false, lfsUrl: undefined });
    expect(await config.get('lfs.url')).to.equal(undefined);
    expect(await install(config, standalone)).to.deep.equal({ isStandalone: true, lfsUrl });
    expect(await install(config, standalone)).to.deep.equal({ isStandalone: true, lfsUrl: undefined });
    expect(await config.getIn('local', 'lfs.url')).to.equal(lfsUrl);
  });

  it('a standalone installation for another repository takes along the LFS URL that it has told git-lfs', async () => {
    const other = 'https://svc.example/acme/models.git/info/lfs';
    await install(config, { ...plain, url: lfsUrl, standalone: true });
    expect(await install(config, { ...plain, url: other })).to.deep.equal({ isStandalone: true, lfsUrl: other });
    expect(await config.get('lfs.url')).to.equal(other);
    await uninstall(config, 'local');
    expect(await listed('local')).to.deep.equal([]);
  });

  it('the standalone mode is for the LFS URL that the clone has, in its own form, and stays there', async () => {
    const byNames = 'https://svc.example/acme/models.git/info/lfs';
    for (const standalone of [true, false]) {
      const installed = await install(config, { ...plain, url: lfsUrl, standalone, ownUrls: [byNames] });
      expect(installed).to.deep.equal({ isStandalone: true, lfsUrl: undefined });
      const keys = (await listed('local')).filter((line) => line.includes('standalone') || line.startsWith('lfs.url'));
      expect(keys).to.deep.equal([`lfs.${byNames}.standalonetransferagent=svc`]);
    }
  });

  it('a standalone installation where git-lfs uses another service writes nothing', async () => {
    const ownUrls = ['https://git.example/acme/code.git/info/lfs'];
    const { message } = await problemIn(install(config, { ...plain, url: lfsUrl, standalone: true, ownUrls }));
    expect(message).to.contain('git-lfs uses https://git.example/acme/code.git/info/lfs here').and.contain('set lfs.url');
    expect(await listed('local')).to.deep.equal([]);
  });

  it('uninstall leaves an LFS URL that a person has written', async () => {
    await config.set('local', 'lfs.url', lfsUrl);
    await install(config, { ...plain, url: lfsUrl, standalone: true, ownUrls: [lfsUrl] });
    await uninstall(config, 'local');
    expect(await listed('local')).to.deep.equal([`lfs.url=${lfsUrl}`]);
  });

  it('the standalone mode of one repository goes with the settings to another one', async () => {
    const other = lfsUrl.replace(repository, '1b7c3b1e-96e5-4f3c-9d0e-0d6f2a1c4b5a');
    await config.set('local', 'lfs.https://other.example.standalonetransferagent', 'other');
    await install(config, { ...plain, url: lfsUrl, standalone: true });
    expect(await install(config, { ...plain, url: other })).to.include({ isStandalone: true });
    const keys = (await listed('local')).filter((line) => line.includes('standalone'));
    expect(keys).to.have.members([
      'lfs.https://other.example.standalonetransferagent=other',
      `lfs.${other}.standalonetransferagent=svc`,
    ]);
  });

  it('the standalone mode for every server stays what it is when a repository is named', async () => {
    await install(config, { ...plain, standalone: true });
    expect(await install(config, { ...plain, url: lfsUrl })).to.include({ isStandalone: true });
    const keys = (await listed('local')).filter((line) => line.includes('standalone'));
    expect(keys).to.deep.equal(['lfs.standalonetransferagent=svc']);
  });

  it('the id of a repository in upper case is kept in lower case', async () => {
    await install(config, { ...plain, url: 'https://svc.example', repository: repository.toUpperCase() });
    expect(await listed('local')).to.include(`svc.repository=${repository}`);
  });

  it('the names of a repository are kept as they are, and the standalone mode is for the LFS URL with them', async () => {
    const byNames = 'https://svc.example/acme/models.git/info/lfs';
    await install(config, { ...plain, url: byNames, standalone: true });
    expect(await listed('local')).to.include.members([
      'svc.url=https://svc.example',
      'svc.repository=acme/models',
      `lfs.${byNames}.standalonetransferagent=svc`,
    ]);
  });

  it('a standalone installation without a URL is for every server', async () => {
    await install(config, { ...plain, standalone: true });
    expect(await listed('local')).to.deep.equal([...agent, 'lfs.standalonetransferagent=svc']);
  });

  it('a global standalone installation with a URL is for that service alone', async () => {
    await install(config, { ...plain, scope: 'global', url: 'https://svc.example/', standalone: true });
    expect(await listed('global')).to.include('lfs.https://svc.example.standalonetransferagent=svc');
    expect(await listed('local')).to.deep.equal([]);
  });

  it('a repository is for one clone', async () => {
    const problem = await install(config, { ...plain, scope: 'global', url: lfsUrl }).catch(String);
    expect(problem).to.contain('without --global');
    expect(await listed('global')).to.deep.equal([]);
  });

  for (const [options, problem] of [
    [{ url: 'http://svc.example' }, '--allow-http'],
    [{ url: 'https://svc.example\nhelper' }, '--url'],
    [{ url: 'https://svc.example', repository: 'mine' }, 'a UUID'],
  ] as const) {
    it(`an installation with ${JSON.stringify(options)} writes nothing`, async () => {
      expect(await install(config, { ...plain, ...options }).catch(String)).to.contain(problem);
      expect(await listed('local')).to.deep.equal([]);
    });
  }

  it('plain http that is allowed stays allowed', async () => {
    await install(config, { ...plain, url: 'http://svc.example', allowHttp: true });
    expect(await listed('local')).to.include.members(['svc.url=http://svc.example', 'svc.allowhttp=true']);
  });

  it('uninstall leaves exactly what was there before, twice', async () => {
    await config.set('local', 'lfs.concurrenttransfers', '3');
    await config.set('local', 'lfs.https://other.example.standalonetransferagent', 'other');
    const before = await scratch.git(['config', '--local', '--list']);
    await install(config, { ...plain, url: lfsUrl, standalone: true });
    for (let times = 0; times < 2; times += 1) {
      await uninstall(config, 'local');
      expect(await scratch.git(['config', '--local', '--list'])).to.deep.equal(before);
    }
  });

  it('uninstall leaves the settings that a person has written', async () => {
    const own = ['svc.url=https://own.example', `svc.repository=${repository}`, 'svc.allowhttp=true'];
    for (const entry of own) await scratch.git(['config', '--local', ...entry.split('=')]);
    await install(config, { ...plain, standalone: true });
    await uninstall(config, 'local');
    expect(await listed('local')).to.deep.equal(own);
    await install(config, { ...plain, url: 'https://own.example', repository, allowHttp: true });
    await uninstall(config, 'local');
    expect(await listed('local')).to.deep.equal(own);
  });

  it('uninstall leaves what a person has changed since', async () => {
    await install(config, { ...plain, url: lfsUrl });
    await config.set('local', 'svc.url', 'https://own.example');
    await uninstall(config, 'local');
    expect(await listed('local')).to.deep.equal(['svc.url=https://own.example']);
  });

  it('uninstall leaves the other scope alone', async () => {
    await install(config, plain);
    await install(config, { ...plain, scope: 'global' });
    await uninstall(config, 'local');
    expect(await listed('local')).to.deep.equal([]);
    expect(await listed('global')).to.deep.equal(agent);
  });
});
