import { freePort } from '@svc/test-services/free-port';
import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { z } from 'zod';
import { createApiClient } from '../client/api-client.js';
import { read } from '../client/exchange.js';
import { bytesNamed, sha256 } from '../client/test-object.js';
import { objectsAnswer, repositoryAnswer } from '../client/wire.js';
import { createGitClient, type GitClient } from '../git-lfs/git-client.js';
import { cloneOf, workingCopyAt } from '../git-lfs/working-copy.js';
import { startServerProcess, type TestServerProcess } from '../server/start-server.js';
import { inviteColleague } from './colleague.js';
import { type LoggedRequest, type Nginx, startNginx } from './nginx.js';
import { type PackageRegistry, startPackageRegistry } from './package-registry.js';
import { recipe, runInTerminal } from './recipe.js';

const MEBIBYTE = 1024 ** 2;
const heading = '### With nginx and TLS';

const connectAnswer = z.object({ connect: z.object({ agent: z.object({ commands: z.string() }) }) });

/** `name=value` lines. */
const settingsIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]));

describe('the guide for nginx and TLS', () => {
  let server: TestServerProcess;
  let nginx: Nginx;
  let url: string;
  /** What clients on every machine are told. */
  let trust: string;
  let registry: PackageRegistry;
  let computer: GitClient;

  before(async () => {
    const port = await freePort();
    url = `https://127.0.0.1:${port}`;
    const [settings = '', ...more] = recipe(heading, 'ini');
    const [configuration = ''] = recipe(heading, 'nginx');
    const [commands = ''] = recipe(heading);
    expect(more).to.deep.equal([]);
    server = await startServerProcess({
      environment: { DEFAULT_PLAN: 'team', ...settingsIn(settings.replaceAll('https://svc.example.org', url)) },
    });
    nginx = await startNginx({ configuration, port, serverPort: server.port });
    trust = commands.replaceAll('https://svc.example.org', url).replaceAll('/etc/ssl/svc/ca.pem', nginx.certificate);
    registry = await startPackageRegistry();
  });
  after(async () => {
    await registry.close();
    await nginx.stop();
    await server.close();
  });
  beforeEach(async () => {
    computer = await createGitClient();
  });
  afterEach(() => computer.close());

  const count = (which: (request: LoggedRequest) => boolean): number => nginx.requests().filter(which).length;
  /** How often nginx has answered in place of the server. */
  const missed = (): number => count(({ status }) => status === 429 || status === 502);
  const sent = (): number => count(({ method, status }) => method === 'PUT' && status < 300);

  /** Ends the server when one more file has come, and starts it when clients have missed it. */
  const restartAfterFile = async (end: () => Promise<unknown>): Promise<void> => {
    const sentBefore = sent();
    await waitUntil('a file has come', () => sent() > sentBefore);
    const missedBefore = missed();
    await end();
    await waitUntil('somebody misses the server', () => missed() > missedBefore);
    await server.start();
  };

  /** What comes of a push that goes on while the server ends, in one way after the other, and is started. */
  const whileRestarting = async <T>(pushing: Promise<T>, ...ends: readonly (() => Promise<unknown>)[]): Promise<T> => {
    let left = ends.length;
    const restart = async (): Promise<void> => {
      for (const end of ends) {
        await restartAfterFile(end);
        left -= 1;
      }
    };
    const outcome = await Promise.race([pushing, restart().then(() => pushing)]);
    expect(left, `restarts left at the end of the push, ${JSON.stringify(outcome)}`).to.equal(0);
    return outcome;
  };
  const stop = () => server.stop();
  const kill = () => server.kill();

  it('lets a newcomer install the agent and push a file while the server restarts', async () => {
    const api = createApiClient(server.baseUrl, server.adminToken);
    await api.call('POST', '/organizations', { name: 'Newcomers' });
    const created = await api.call('POST', '/organizations/newcomers/repositories', { name: 'Models' });
    const { id } = read(created, 201, repositoryAnswer).repository;
    const { connect } = read(await api.call('GET', `/repositories/${id}/connect`), 200, connectAnswer);
    api.close();

    const prefix = join(computer.root, 'prefix');
    const env = {
      ...computer.environment,
      PATH: [join(prefix, 'bin'), computer.environment['PATH'] ?? ''].join(delimiter),
      npm_config_prefix: prefix,
      npm_config_registry: registry.url,
      // Nothing of this machine's, and no compiling, which takes minutes.
      npm_config_globalconfig: join(prefix, 'npmrc'),
      npm_config_ignore_scripts: 'true',
      npm_config_audit: 'false',
      npm_config_update_notifier: 'false',
      SVC_TOKEN: server.adminToken,
    };
    const folder = join(computer.root, 'empty');
    await mkdir(folder);
    await mkdir(prefix);
    const terminal = (commands: string) => runInTerminal(trust + commands, { folder, env });
    const bytes = bytesNamed('model', 96 * MEBIBYTE);
    await terminal('git init --quiet');
    await writeFile(join(folder, 'model.bin'), bytes);
    const [untilPush = '', pull = ''] = connect.agent.commands.replace('path/to/file', 'model.bin').split(/(?=svc pull)/);
    expect(untilPush).to.contain(`npm install --global '${url}/downloads/svc-agent.tgz'`);
    const said = await whileRestarting(terminal(untilPush), stop, kill);
    const oid = sha256(bytes);
    expect(said.split('\n')).to.include(`${oid}  model.bin`);
    const settings = /^export .*$/m.exec(untilPush)?.[0] ?? '';
    await terminal(`${settings}\n${pull.replace('64-hex-digits', oid).replace('path/to/copy', 'copy.bin')}`);
    expect((await readFile(join(folder, 'copy.bin'))).equals(bytes)).to.equal(true);
    expect(await terminal('command -v svc')).to.equal(`${join(prefix, 'bin/svc')}\n`);
    expect(await terminal(`${settings}\nsvc doctor`)).to.contain('ok      repository: ');
  });

  it('lets an invited colleague push with git-lfs, and clone, while the server restarts', async () => {
    const { repositoryId, clone, origin } = await inviteColleague({ server, computer, url, trust });
    const copy = workingCopyAt(computer, clone);
    // One after the other: a server that stops lets requests end that are under way, and there must be some that begin later.
    await copy.git('config', 'lfs.concurrenttransfers', '1');
    const files: Record<string, Buffer> = {};
    for (const end of [stop, kill]) {
      const more = Array.from({ length: 6 }, (_, index) => `${end.name}-${index}.bin`);
      for (const name of more) files[name] = bytesNamed(name, 6 * MEBIBYTE);
      await copy.commit(Object.fromEntries(more.map((name) => [name, files[name] ?? ''])));
      const first = await whileRestarting(copy.push(), end);
      // When git-lfs 3.3 asks a second time to verify an object it sends no body any more, and gives up: people push again.
      const push = first.stderr.includes('with Body length 0') ? await copy.push() : first;
      expect(push.exitCode, push.stderr).to.equal(0);
    }

    const fresh = await cloneOf(computer, origin, 'fresh', { env: { GIT_CONFIG_PARAMETERS: "'credential.helper=store'" } });
    expect(fresh.outcome.exitCode, fresh.outcome.stderr).to.equal(0);
    for (const [name, bytes] of Object.entries(files))
      expect((await readFile(join(fresh.copy.path, name))).equals(bytes), name).to.equal(true);

    const api = createApiClient(server.baseUrl, server.adminToken);
    const listed = read(await api.call('GET', `/repositories/${repositoryId}/objects?limit=100`), 200, objectsAnswer);
    api.close();
    expect(listed.objects).to.have.length(1 + Object.keys(files).length);
  });

  it('shows no signed URL in the logs of nginx, though requests have failed', () => {
    expect(missed()).to.be.above(0);
    expect(nginx.logged()).not.to.match(/[?&]\w+=/);
  });
});
