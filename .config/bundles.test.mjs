import { expect } from 'chai';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { freePort } from '@svc/test-services/free-port';
import { waitUntil } from '@svc/test-services/wait-until';
import { copyCheckout } from '../.scripts/release/copy-checkout.mjs';
import { run } from '../.scripts/run.mjs';
import { publishedPackages } from '../.scripts/workspaces.mjs';

const adminToken = 'a-token-of-the-tests';

/** What `npm start` runs, in a copy of the checkout. */
const startServer = async (checkout) => {
  const port = await freePort();
  const settings = { PORT: String(port), ADMIN_TOKEN: adminToken, DEFAULT_PLAN: 'business', LOG_LEVEL: 'silent' };
  const child = spawn(process.execPath, [join(checkout, '.scripts/start.mjs')], {
    cwd: mkdtempSync(join(checkout, 'data-')),
    env: { PATH: process.env.PATH, HOME: checkout, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (said += text));
  await waitUntil('the server is ready', () => {
    if (child.exitCode !== null) throw new Error(`the server has ended with ${child.exitCode}`);
    return said.includes('Ready at');
  });
  return {
    post: (path, body) =>
      fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    close: async () => {
      child.kill('SIGTERM');
      await once(child, 'close');
    },
  };
};

/** The same, as far as it comes with a port that is none: what it says of the bundle, which comes first. */
const startInVain = (checkout) => {
  const env = { PATH: process.env.PATH, HOME: checkout, PORT: 'none' };
  const { stderr } = spawnSync(process.execPath, [join(checkout, '.scripts/start.mjs')], {
    cwd: checkout,
    env,
    encoding: 'utf8',
  });
  return stderr;
};

describe('the bundle of a command', () => {
  let checkout;
  let home;
  let dist;
  let running;
  let saidAtFirst;
  before(async function () {
    // The bundle of the server has that of the agent and all pages in it.
    this.timeout(300_000);
    checkout = mkdtempSync(join(tmpdir(), 'svc-bundles-'));
    copyCheckout(checkout);
    home = join(checkout, 'examples/reference-server');
    dist = join(home, 'dist');
    saidAtFirst = startInVain(checkout);
    running = await startServer(checkout);
    // Each bundle from now on has an agent in it that is made anew.
    rmSync(join(checkout, 'packages/agent/dist'), { recursive: true });
    utimesSync(join(checkout, 'packages/agent/README.md'), new Date(0), new Date(0));
  });
  after(async () => {
    await running.close();
    rmSync(checkout, { recursive: true });
  });

  const bundle = () => run(process.execPath, [join(checkout, '.scripts/bundle.mjs')], home);
  const bundles = () => readdirSync(dist).filter((name) => /^[0-9a-f]{16}$/.test(name));

  it('is said to be built when a start has to wait for it, and at no other', () => {
    expect(saidAtFirst).to.match(/^Building svc-server .*\n.*PORT/);
    expect(startInVain(checkout)).to.contain('PORT').and.not.contain('Building');
  });

  it('is not built again from unchanged sources', async () => {
    const builtAt = () => [...bundles(), 'svc-server.js'].map((name) => statSync(join(dist, name)).ino);
    const before = builtAt();
    await bundle();
    expect(builtAt()).to.deep.equal(before);
  });

  it('stays as it is for a running server, which loads parts of it after other sources have been built', async () => {
    const [first] = bundles();
    const longAgo = new Date(0);
    utimesSync(join(dist, first), longAgo, longAgo);
    for (let count = 0; count < 9; count += 1) mkdirSync(join(dist, `${count}`.padStart(16, '0')));
    appendFileSync(join(home, 'src/adapters/open-connector.ts'), "\nprocess.emitWarning('changed');\n");
    await bundle();
    expect(readFileSync(join(dist, 'svc-server.js'), 'utf8')).not.to.contain(first);
    expect(bundles(), 'the five used last, and the one in use').to.have.lengthOf(6).and.to.include(first);

    // The libraries of customers' buckets are loaded for the first connection.
    expect((await running.post('/organizations', { name: 'Acme' })).status).to.equal(201);
    const keys = { auth_method: 'access_keys', access_key_id: 'AKID', secret_access_key: 'secret' };
    const bucket = { name: 'Ours', provider: 'minio', endpoint: 'https://127.0.0.1:9', bucket: 'models', ...keys };
    const answer = await running.post('/organizations/acme/storage/connections', bucket);
    expect(answer.status, await answer.text()).to.equal(201);
  });

  it('of the server has the tarball of the agent in it, of the same bytes whenever it is made', () => {
    const tarballs = bundles()
      .flatMap((name) => readdirSync(join(dist, name)).map((file) => join(name, file)))
      .filter((path) => path.endsWith('.tgz'));
    expect(tarballs.map((path) => basename(path))).to.deep.equal(['svc-agent-0.0.0.tgz', 'svc-agent-0.0.0.tgz']);
    const [one, other] = tarballs.map((path) => readFileSync(join(dist, path)));
    expect(one.equals(other)).to.equal(true);
  });

  it('of the server is another one after the README of the agent has changed, which is in its tarball', async () => {
    const newest = () => readFileSync(join(dist, 'svc-server.js'), 'utf8');
    const before = newest();
    appendFileSync(join(checkout, 'packages/agent/README.md'), '\nMore.\n');
    await bundle();
    expect(newest()).not.to.equal(before);
  });

  it('is the only one that npm packs, with the tarball in it', async () => {
    const newest = readFileSync(join(dist, 'svc-server.js'), 'utf8').match(/[0-9a-f]{16}/)[0];
    await run('npm', ['pack', '--silent'], home);
    const [tarball] = readdirSync(home).filter((name) => name.endsWith('.tgz'));
    await run('tar', ['-xf', tarball], home);
    expect(readdirSync(join(home, 'package/dist')).sort()).to.deep.equal([newest, 'svc-server.js'].sort());
    expect(existsSync(join(home, 'package/dist', newest, 'svc-agent-0.0.0.tgz'))).to.equal(true);
  });

  for (const { folder, manifest } of publishedPackages().filter((each) => each.manifest.bin !== undefined)) {
    it(`${manifest.name} imports what its package depends on, and nothing else`, () => {
      const [command] = Object.keys(manifest.bin);
      const newest = readFileSync(join(folder, 'dist', `${command}.js`), 'utf8').match(/[0-9a-f]{16}/)[0];
      const code = readdirSync(join(folder, 'dist', newest))
        .filter((name) => name.endsWith('.js'))
        .map((name) => readFileSync(join(folder, 'dist', newest, name), 'utf8'))
        .join('\n');
      const imported = code.matchAll(
        /^(?:import|export|\}) ?(?:.* from )?"([^".][^"]*)";$|\b(?:import|requireHere)\("([^".][^"]*)"\)/gm,
      );
      const names = [...imported].map(([, statically, late]) => statically ?? late).filter((name) => !isBuiltin(name));
      const packages = new Set(names.map((name) => name.match(/^(@[^/]+\/)?[^/]+/)[0]));
      const { dependencies, optionalDependencies } = manifest;
      expect([...packages].sort()).to.deep.equal(Object.keys({ ...dependencies, ...optionalDependencies }).sort());
    });
  }
});
