import { bundleSources, scriptFromInput } from '@svc/test-services/bundle-sources';
import { freePort } from '@svc/test-services/free-port';
import { exampleOf, runReadmeExample } from '@svc/test-services/readme';
import { expect } from 'chai';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createGitClient, type GitClient } from './git-lfs/git-client.js';
import { recipe, runInTerminal } from './operations/recipe.js';
import { startServerWithPages, type TestServer } from './server/start-server.js';

const root = new URL('../../../', import.meta.url);

const readme = readFileSync(new URL('README.md', root), 'utf8');

/** The commands below a heading of the README: the first block. */
const commandsBelow = (heading: string): string => {
  const [, section = ''] = readme.split(`\n${heading}\n`);
  return /```sh\n([^]*?)```/.exec(section)?.[1] ?? '';
};

describe("the repository's README", () => {
  let server: TestServer;
  let computer: GitClient;
  before(async () => {
    server = await startServerWithPages();
    computer = await createGitClient();
  });
  after(async () => {
    await computer.close();
    await server.close();
  });

  it('shows a program that pushes a file and gets the same one back', async () => {
    const said = await runReadmeExample(new URL('../../../', import.meta.url), {
      at: 1,
      env: { CREDENTIAL: server.adminToken },
      edit: (example) => example.replace('http://127.0.0.1:8080', server.baseUrl),
    });
    expect(said).to.equal('identical\n');
  });

  it('begins with a durable service of at most 25 lines, which keeps what it has acknowledged', async () => {
    const example = await exampleOf(new URL('README.md', root));
    expect(
      example
        .trimEnd()
        .split('\n')
        .filter((line) => line !== ''),
    ).to.have.length.at.most(25);
    const port = await freePort();
    const cwd = fileURLToPath(root);
    const script = await bundleSources(example, cwd);
    const folder = join(computer.root, 'embedded');
    mkdirSync(folder);
    const env = { ...process.env, DATA_DIR: folder, PORT: String(port), LINK_KEY: randomBytes(32).toString('base64') };
    const start = async (): Promise<{ readonly child: ChildProcess; readonly owner: string }> => {
      const child = spawn(process.execPath, scriptFromInput, { cwd, env, stdio: ['pipe', 'pipe', 'inherit'] });
      child.stdin.end(script);
      for await (const line of createInterface({ input: child.stdout })) {
        const [, owner] = /^ready; (.+) signs in$/.exec(line) ?? [];
        if (owner !== undefined) return { child, owner };
      }
      throw new Error('the example has ended by itself');
    };
    const baseUrl = `http://127.0.0.1:${port}`;
    const first = await start();
    let running = first.child;
    // As browsers open connections ahead, and may never ask anything on them.
    const silent = connect(port, '127.0.0.1').on('error', () => undefined);
    try {
      const pushes = (example: string): string => example.replace('http://127.0.0.1:8080', baseUrl);
      const said = await runReadmeExample(root, { at: 1, env: { CREDENTIAL: first.owner }, edit: pushes });
      expect(said).to.equal('identical\n');
      running.kill('SIGTERM');
      expect(await once(running, 'exit'), 'ends in good order').to.deep.equal([0, null]);
      const second = await start();
      running = second.child;
      expect(second.owner).to.equal('the owner');
      const headers = { authorization: `Bearer ${first.owner}` };
      const listed = await fetch(`${baseUrl}/api/v1/organizations/globex/repositories`, { headers });
      expect(await listed.text()).to.contain('"slug":"models"');
    } finally {
      silent.destroy();
      running.kill('SIGKILL');
    }
  });

  it('begins with a service that does not start without a key', async () => {
    const cwd = fileURLToPath(root);
    const script = await bundleSources(await exampleOf(new URL('README.md', root)), cwd);
    const folder = join(computer.root, 'without a key');
    mkdirSync(folder);
    const env = { ...process.env, DATA_DIR: folder, PORT: String(await freePort()), LINK_KEY: undefined };
    const child = spawn(process.execPath, scriptFromInput, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
    child.stdin.end(script);
    // One that starts all the same would go on.
    child.stdout.once('data', () => child.kill('SIGKILL'));
    const [said, complaint] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    expect([child.exitCode, said]).to.deep.equal([1, '']);
    expect(complaint).to.contain('the secret of link key k1 has at least 32 bytes');
  });

  it('shows commands that push a large file, and versions of it, and get the same ones back', async () => {
    const svc = join(computer.root, 'bin');
    mkdirSync(svc);
    symlinkSync(fileURLToPath(new URL('packages/agent/bin/svc.js', root)), join(svc, 'svc'));
    const first = commandsBelow('## Push a large file');
    const [, build = '', versions = ''] = /^([^]*?)(export SVC_URL[^]*)$/.exec(commandsBelow('## Versions of large files')) ?? [];
    expect(build).to.match(/^npm run --silent build --workspace @svc\/agent\nPATH=\$PWD\/node_modules\/\.bin:\$PATH\n$/);
    // What a guide asks in the terminal of the README.
    const [, ask = ''] = recipe('# Other clients of Git LFS', 'sh', 'guides/other-clients.md');
    const commands = `${first}${versions}${commandsBelow('## Browse what is stored')}${ask}`
      .replaceAll('127.0.0.1:8080', new URL(server.baseUrl).host)
      .replaceAll('100000000', '5000000');
    const said = await runInTerminal(commands, {
      folder: computer.root,
      env: { ...computer.environment, PATH: [svc, computer.environment['PATH'] ?? ''].join(delimiter) },
      answers: [server.adminToken],
    });
    expect(said.match(/^identical$/gm)).to.have.length(3);
    expect(said).to.contain('ok      repository: ').and.not.contain('failed ');
    expect(said).to.match(/"error":\{"code":404/);
    const sentBytes = [...said.matchAll(/"sent_bytes":(\d+)/g)].map(([, bytes]) => Number(bytes));
    expect(sentBytes).to.have.length(1);
    expect(sentBytes[0]).to.be.below(2_500_000);
  });

  it('says where the agent is handed out', async () => {
    const [, url = ''] = /npm install --global (\S+\.tgz)`/.exec(readme) ?? [];
    const response = await fetch(url.replace('http://127.0.0.1:8080', server.baseUrl));
    await response.arrayBuffer();
    expect(response.status).to.equal(200);
  });
});
