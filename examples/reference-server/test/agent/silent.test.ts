import { expect } from 'chai';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bytesNamed, objectOf, sha256, type TestObject } from '../client/test-object.js';
import type { GitClient } from '../git-lfs/git-client.js';
import type { Interference, ProxiedExchange } from '../git-lfs/interfering-proxy.js';
import { createLfsWorld, type LfsWorld, type RepositoryName } from '../git-lfs/lfs-world.js';
import { type AgentOptions, runAgent, startAgent } from './agent-process.js';

const SIZE = 2_000_000;
const saysSilence = /^svc: nothing has moved to or from 127\.0\.0\.1:\d+ for 1 s; that connection is given up for another one\n/;

describe('svc on connections that fall silent', () => {
  let world: LfsWorld;
  let repository: RepositoryName;
  let computer: GitClient;
  let token: string;
  let folders = 0;
  const { oid, bytes }: TestObject = objectOf(bytesNamed('on silent connections', SIZE));

  before(async () => {
    world = await createLfsWorld({ RATE_LIMIT_RPS: '1000', RATE_LIMIT_BURST: '2000' });
    repository = await world.createRepository('silent');
    computer = await world.newComputer();
    token = await world.createToken();
    const options = await at();
    await writeFile(join(options.folder, 'file'), bytes);
    expect((await runAgent(computer, ['push', 'file'], options)).code).to.equal(0);
  });
  after(() => world.close());
  beforeEach(() => world.proxy.forget());
  afterEach(() => world.proxy.interfere(() => undefined));

  const at = async (): Promise<AgentOptions & { readonly folder: string }> => {
    folders += 1;
    const folder = join(computer.root, `folder ${folders}`);
    await mkdir(folder);
    const service = { SVC_URL: world.proxy.url, SVC_REPOSITORY: repository.id, SVC_TOKEN: token };
    return { folder, env: { ...service, SVC_STALL_SECONDS: '1' } };
  };

  /** The first request of a kind meets it, and no other. */
  const once = (isMeant: (exchange: ProxiedExchange) => boolean, interference: Interference): void => {
    let isDone = false;
    world.proxy.interfere((exchange) => {
      if (isDone || !isMeant(exchange)) return undefined;
      isDone = true;
      return interference;
    });
  };

  const isPack = ({ method, path }: ProxiedExchange): boolean => method !== 'HEAD' && path.includes('/packs/');
  const isLookUp = ({ path }: ProxiedExchange): boolean => path.endsWith('/objects/chunks');
  const isFinalize = ({ path }: ProxiedExchange): boolean => path.endsWith('/finalize');

  for (const [where, isMeant, interference] of [
    ['in the middle of a pack', isPack, { kind: 'stall_request', afterBytes: 1_000_000 }],
    ['after a pack', isPack, { kind: 'no_answer' }],
    ['after a question', isLookUp, { kind: 'no_answer' }],
    ['in the middle of an answer', isLookUp, { kind: 'stall_response', afterBytes: 10 }],
  ] as const) {
    it(`pushes all the same where one does ${where}, and says so`, async () => {
      const options = await at();
      const pushed = bytesNamed(`pushed, silent ${where}`, SIZE);
      await writeFile(join(options.folder, 'file'), pushed);
      once(isMeant, interference);
      const { code, stdout, stderr } = await runAgent(computer, ['push', 'file'], options);
      expect({ code, stdout }).to.deep.equal({ code: 0, stdout: `${sha256(pushed)}  file\n` });
      expect(stderr).to.match(saysSilence);
      expect(await world.listedOids(repository)).to.include(sha256(pushed));
    });
  }

  for (const [what, args] of [
    ['pulls', ['pull', oid, '-o', 'file']],
    ['verifies', ['verify', oid]],
  ] as const) {
    it(`${what} all the same where one does in the middle of a pack, and says so`, async () => {
      const options = await at();
      once(isPack, { kind: 'stall_response', afterBytes: 100_000 });
      const { code, stderr } = await runAgent(computer, args, options);
      expect(code, stderr).to.equal(0);
      expect(stderr).to.match(saysSilence);
      if (what === 'pulls') expect((await readFile(join(options.folder, 'file'))).equals(bytes)).to.equal(true);
    });
  }

  it('pulls whole objects all the same, and goes on where the first connection was', async () => {
    const options = await at();
    const isWhole = ({ method, path }: ProxiedExchange): boolean => method === 'GET' && !path.includes('/lfs/');
    let isDone = false;
    world.proxy.interfere((exchange): Interference | undefined => {
      if (exchange.path.endsWith('/manifest.json')) return { kind: 'answer', status: 404 };
      if (isDone || !isWhole(exchange)) return undefined;
      isDone = true;
      return { kind: 'stall_response', afterBytes: 1_200_000 };
    });
    const { code, stderr } = await runAgent(computer, ['pull', oid, '-o', 'file'], options);
    expect(code, stderr).to.equal(0);
    expect(stderr).to.match(saysSilence);
    expect((await readFile(join(options.folder, 'file'))).equals(bytes)).to.equal(true);
    expect(world.proxy.exchanges.filter(isWhole).at(-1)?.headers.range).to.equal('bytes=1200000-');
  });

  it('moves objects for git-lfs all the same, by the setting of git', async () => {
    const { folder, env } = await at();
    const { SVC_STALL_SECONDS: _, ...others } = env ?? {};
    await computer.git(folder, 'init', '--quiet');
    await computer.git(folder, 'config', 'svc.stallSeconds', '1');
    const pushed = bytesNamed('pushed by git-lfs', SIZE);
    await writeFile(join(folder, 'file'), pushed);
    const action = { href: repository.lfsUrl };
    const met = new Set<string>();
    world.proxy.interfere((exchange): Interference | undefined => {
      const { method } = exchange;
      if (!isPack(exchange) || met.has(method)) return undefined;
      met.add(method);
      return method === 'GET' ? { kind: 'stall_response', afterBytes: 100_000 } : { kind: 'stall_request', afterBytes: 100_000 };
    });
    const running = startAgent(computer, ['transfer'], { folder, env: others, talks: true });
    for (const line of [
      { event: 'init', operation: 'download', remote: 'origin', concurrent: false },
      { event: 'download', oid, size: SIZE, action },
      { event: 'upload', oid: sha256(pushed), size: SIZE, path: join(folder, 'file'), action },
      { event: 'terminate' },
    ])
      running.write(`${JSON.stringify(line)}\n`);
    const { code, stdout, stderr } = await running.outcome;
    expect(code, stderr).to.equal(0);
    expect(stderr).to.match(saysSilence);
    const complete = stdout.split('\n').filter((line) => line.includes('"complete"'));
    expect(complete).to.have.length(2);
    expect(complete.filter((line) => line.includes('error'))).to.deep.equal([]);
    expect(met).to.deep.equal(new Set(['GET', 'PUT']));
  });

  it('waits longer while the service verifies what was pushed', async () => {
    const options = await at();
    const pushed = bytesNamed('verified for long', SIZE);
    await writeFile(join(options.folder, 'file'), pushed);
    world.proxy.interfere(async (exchange) => {
      if (isFinalize(exchange)) await sleep(3000);
      return undefined;
    });
    const { code, stderr } = await runAgent(computer, ['push', 'file'], options);
    expect(code, stderr).to.equal(0);
    expect(world.proxy.exchanges.filter(isFinalize)).to.have.length(1);
  });

  it('gives up in the end when every connection does, with a line that says why', async () => {
    world.proxy.interfere(() => ({ kind: 'no_answer' }));
    const { code, stdout, stderr } = await runAgent(computer, ['verify', oid], await at());
    expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
    const lines = stderr.trimEnd().split('\n');
    expect(lines.pop()).to.equal('svc: The connection to the service failed: nothing has moved for 1 s');
    expect(lines).to.have.length(world.proxy.exchanges.length);
    for (const line of lines) expect(`${line}\n`).to.match(saysSilence);
  });

  it('pushes all the same where an answer is shorter than it declares, and the connection stays open', async () => {
    const options = await at();
    const pushed = bytesNamed('pushed, short answer', SIZE);
    await writeFile(join(options.folder, 'file'), pushed);
    once(isLookUp, { kind: 'answer', status: 200, headers: { 'content-length': '1000' }, body: '{"chunks":' });
    const { code, stderr } = await runAgent(computer, ['push', 'file'], options);
    expect(code, stderr).to.equal(0);
    expect(stderr).to.match(saysSilence);
  });

  it('pulls all the same where a pack is shorter than it declares, and the connection stays open', async () => {
    const options = await at();
    let isDone = false;
    world.proxy.interfere(({ method, headers, ...exchange }): Interference | undefined => {
      if (isDone || method !== 'GET' || !exchange.path.includes('/packs/')) return undefined;
      isDone = true;
      const [, begin = '', end = ''] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
      const declared = { 'content-length': String(Number(end) - Number(begin) + 1), 'content-range': `bytes ${begin}-${end}/*` };
      return { kind: 'answer', status: 206, headers: declared, body: 'too short' };
    });
    const { code, stderr } = await runAgent(computer, ['pull', oid, '-o', 'file'], options);
    expect(code, stderr).to.equal(0);
    expect(isDone).to.equal(true);
    expect((await readFile(join(options.folder, 'file'))).equals(bytes)).to.equal(true);
  });

  it('pushes all the same while a proxy answers for a server that starts anew, or the server asks for time', async () => {
    const options = await at();
    const pushed = bytesNamed('pushed through a proxy', SIZE);
    await writeFile(join(options.folder, 'file'), pushed);
    const page: Interference = { kind: 'answer', status: 503, headers: { 'content-type': 'text/html' }, body: '<html>' };
    const busy: Interference = {
      kind: 'answer',
      status: 503,
      headers: { 'content-type': 'application/json', 'retry-after': '1' },
      body: JSON.stringify({ error: { code: 'unavailable', message: 'Later.', request_id: 'r' } }),
    };
    const answers = { lookUps: [busy, busy, busy], packs: [page, page, page, page, page, page] };
    world.proxy.interfere((exchange) => {
      if (isLookUp(exchange)) return answers.lookUps.pop();
      return isPack(exchange) ? answers.packs.pop() : undefined;
    });
    const env = { ...options.env, SVC_STALL_SECONDS: '60' };
    const { code, stderr } = await runAgent(computer, ['push', 'file'], { ...options, env });
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
    expect(answers).to.deep.equal({ lookUps: [], packs: [] });
  });

  it('says what is wrong with the setting', async () => {
    const options = await at();
    for (const text of ['0', '-1', '1.5', 'soon', '3601']) {
      const env = { ...options.env, SVC_STALL_SECONDS: text };
      const { code, stderr } = await runAgent(computer, ['verify', oid], { ...options, env });
      expect({ code, stderr }).to.deep.equal({
        code: 1,
        stderr: 'svc: SVC_STALL_SECONDS must be a whole number of seconds from 1 to 3600\n',
      });
    }
  });
});
