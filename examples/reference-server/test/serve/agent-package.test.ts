import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { z } from 'zod';
import { startServerWithPages, type TestServer } from '../server/start-server.js';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../..', import.meta.url));

const created = z.object({ repository: z.object({ id: z.string() }) });
const connectAnswer = z.object({
  connect: z.object({
    agent: z.object({
      commands: z.string(),
      package: z.object({ url: z.string(), version: z.string(), sha256: z.string(), size: z.number() }),
    }),
  }),
});
const manifestOf = z.object({
  name: z.string(),
  version: z.string(),
  bin: z.object({ svc: z.string() }),
  dependencies: z.record(z.string(), z.string()),
});

describe('the agent that the server hands out', () => {
  let server: TestServer;
  let folder: string;
  let repository: string;
  let connect: z.output<typeof connectAnswer>['connect'];
  let tarball: Buffer;

  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${server.baseUrl}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${server.adminToken}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expect(response.ok, `${method} ${path}`).to.equal(true);
    return response.json();
  };

  before(async () => {
    server = await startServerWithPages();
    folder = await mkdtemp(join(tmpdir(), 'svc-newcomer-'));
    await call('POST', '/organizations', { name: 'Acme' });
    const made = created.parse(await call('POST', '/organizations/acme/repositories', { name: 'Models' }));
    repository = made.repository.id;
    ({ connect } = connectAnswer.parse(await call('GET', `/repositories/${repository}/connect`)));
    tarball = Buffer.from(await (await fetch(connect.agent.package.url)).arrayBuffer());
  });
  after(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });

  it('is what /connect says of it', () => {
    const { url, sha256, size } = connect.agent.package;
    expect(url).to.equal(`${server.baseUrl}/downloads/svc-agent.tgz`);
    expect(createHash('sha256').update(tarball).digest('hex')).to.equal(sha256);
    expect(tarball).to.have.length(size);
    expect(connect.agent.commands).to.match(new RegExp(`^npm install --global '${url}'\n`));
  });

  it('pushes and pulls where nothing is but the libraries of others that it depends on', async () => {
    await writeFile(join(folder, 'svc-agent.tgz'), tarball);
    await run('tar', ['-xf', 'svc-agent.tgz'], { cwd: folder });
    const home = join(folder, 'package');
    const manifest = manifestOf.parse(JSON.parse(await readFile(join(home, 'package.json'), 'utf8')));
    expect([manifest.name, manifest.version]).to.deep.equal(['@svc/agent', connect.agent.package.version]);
    for (const name of Object.keys(manifest.dependencies)) {
      const place = join(home, 'node_modules', name);
      await mkdir(dirname(place), { recursive: true });
      const found = ['packages/agent', '.']
        .map((path) => join(root, path, 'node_modules', name))
        .find((path) => existsSync(path));
      await symlink(found ?? name, place);
    }
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      SVC_URL: server.baseUrl,
      SVC_REPOSITORY: repository,
      SVC_TOKEN: server.adminToken,
    };
    const svc = async (...parameters: readonly string[]): Promise<string> =>
      (await run(process.execPath, [join(home, manifest.bin.svc), ...parameters], { cwd: folder, env })).stdout;

    expect(await svc('--version')).to.equal(`${connect.agent.package.version}\n`);
    const bytes = randomBytes(1_000_000);
    await writeFile(join(folder, 'model.bin'), bytes);
    const [oid = ''] = (await svc('push', 'model.bin')).split(' ');
    await svc('pull', oid, '-o', 'copy.bin');
    expect((await readFile(join(folder, 'copy.bin'))).equals(bytes)).to.equal(true);
  });
});
