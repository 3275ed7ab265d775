import { s3ForTests } from '@svc/test-services/s3';
import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createApiClient } from '../client/api-client.js';
import { expectStatus, read } from '../client/exchange.js';
import { organizationAnswer } from '../client/wire.js';
import { createGitClient, type GitClient } from '../git-lfs/git-client.js';
import { startServerWithPages, type TestServer } from '../server/start-server.js';
import { recipe, runInTerminal } from './recipe.js';

const guides = new URL('../../../../docs/guides/', import.meta.url);

/** As GitHub makes the anchor of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const anchorsOf = (markdown: string): readonly string[] =>
  [...markdown.matchAll(/^#{1,4} (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

describe('the guides', () => {
  let server: TestServer;
  let computer: GitClient;
  let token: string;
  before(async () => {
    server = await startServerWithPages({ environment: { DEFAULT_PLAN: 'business', EGRESS_ALLOW: '127.0.0.0/8' } });
    computer = await createGitClient();
    const owner = createApiClient(server.baseUrl, server.adminToken);
    const { organization } = read(await owner.call('POST', '/organizations', { name: 'Acme' }), 201, organizationAnswer);
    expectStatus(await owner.call('POST', `/organizations/${organization.id}/repositories`, { name: 'Models' }), 201);
    const made = await owner.call('POST', `/organizations/${organization.id}/tokens`, { name: 'laptop', scopes: ['repo:write'] });
    token = /"secret":"([^"]+)"/.exec(expectStatus(made, 201).bytes.toString())?.[1] ?? '';
    owner.close();
  });
  after(async () => {
    await computer.close();
    await server.close();
  });

  it('lead to documents and headings that are there', () => {
    const names = readdirSync(guides).filter((name) => name.endsWith('.md'));
    const links = names.flatMap((name) =>
      [...readFileSync(new URL(name, guides), 'utf8').matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = '']) => to),
    );
    const own = links.filter((link) => !link.startsWith('https://'));
    expect(own).to.have.length.above(25);
    for (const link of own) {
      const [path = '', anchor] = link.split('#');
      const target = new URL(path, guides);
      expect(existsSync(target), link).to.equal(true);
      if (anchor !== undefined) expect(anchorsOf(readFileSync(target, 'utf8')), link).to.include(anchor);
    }
    const index = readFileSync(new URL('README.md', guides), 'utf8');
    for (const name of names.filter((each) => each !== 'README.md')) expect(index).to.contain(`](${name})`);
  });

  it('let another client of Git LFS in', async () => {
    const folder = join(computer.root, 'clone');
    mkdirSync(folder);
    await computer.git(folder, 'init', '-q');
    const [configure = '', ask = '', ...more] = recipe('# Other clients of Git LFS', 'sh', 'guides/other-clients.md');
    expect(more).to.deep.equal([]);
    const commands = `${configure}${ask}`.replaceAll('https://svc.example.org', server.baseUrl);
    const answer: unknown = JSON.parse(await runInTerminal(commands, { folder, env: computer.environment, answers: [token] }));
    expect(await computer.savedCredentials()).to.contain(`token:${token}@`);
    expect(answer).to.have.nested.property('objects[0].error.code', 404);
  });

  it('bring a bucket, have it checked, and make a repository in it', async () => {
    const service = await s3ForTests();
    const bucket = await service.newBucket();
    const commands = recipe('# Bring your own bucket', 'sh', 'guides/bring-your-own-bucket.md')
      .join('')
      .replaceAll('https://svc.example.org', server.baseUrl)
      .replaceAll('https://s3.eu-central-1.amazonaws.com', service.endpoint)
      .replaceAll('eu-central-1', service.region)
      .replaceAll('acme-models', bucket);
    const said = await runInTerminal(`${commands}\necho "made $REPOSITORY"`, {
      folder: computer.root,
      env: computer.environment,
      answers: [server.adminToken, service.accessKeyId, service.secretAccessKey],
    });
    expect(said)
      .to.match(/^healthy$/m)
      .and.to.match(/^made [0-9a-f-]{36}$/m);
  });

  it('check the signature of a webhook in shell, Node and Python, and refuse another', () => {
    const text = readFileSync(new URL('../webhooks.md', guides), 'utf8');
    const [, secret = ''] = /secret `(whsec_[^`]+)`/.exec(text) ?? [];
    const [, body = ''] = /body `([^`]+)`/.exec(text) ?? [];
    const [, right = ''] = /^X-SVC-Signature: (sha256=[0-9a-f]{64})$/m.exec(text) ?? [];
    const wrong = right.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    writeFileSync(join(computer.root, 'body.json'), body);
    const block = (language: string): string => recipe('## The signatures', language, 'webhooks.md')[0] ?? '';
    const programs: Readonly<Record<string, readonly string[]>> = {
      // Without its settings, which bash also reads where its input is a socket and no other shell has started it.
      shell: ['bash', '--norc', '-euc', `${block('sh')}\n[ "$expected" = "$GIVEN" ] && echo genuine || echo refused`],
      node: [
        process.execPath,
        '--input-type=module',
        '--eval',
        `${block('js')}\nimport { readFileSync } from 'node:fs';
        console.log(isGenuine(process.env.SECRET, readFileSync('body.json'), process.env.GIVEN) ? 'genuine' : 'refused');`,
      ],
      python: [
        'python3',
        '-c',
        `${block('python')}\nimport os\nbody = open("body.json", "rb").read()
print("genuine" if is_genuine(os.environ["SECRET"], body, os.environ["GIVEN"]) else "refused")`,
      ],
    };
    for (const [language, [program = '', ...parameters]] of Object.entries(programs)) {
      for (const [given, verdict] of [
        [right, 'genuine'],
        [wrong, 'refused'],
      ] as const) {
        const env = { ...process.env, SECRET: secret, GIVEN: given };
        const { stdout, stderr } = spawnSync(program, parameters, { cwd: computer.root, env, encoding: 'utf8' });
        expect(`${stdout}${stderr}`, language).to.equal(`${verdict}\n`);
      }
    }
  });
});
