import { expect } from 'chai';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { waitUntil } from '@svc/test-services/wait-until';
import { bytesNamed, objectOf, sha256, type TestObject } from '../client/test-object.js';
import type { GitClient } from '../git-lfs/git-client.js';
import { createLfsWorld, type LfsWorld, type RepositoryName } from '../git-lfs/lfs-world.js';
import { agent, type AgentOptions, runAgent, runOnTerminal, startAgent } from './agent-process.js';
import { sentPack, sentPacks } from './tree-traffic.js';

const SIZE = 2_000_000;

describe('svc without Git', () => {
  let world: LfsWorld;
  let repository: RepositoryName;
  let computer: GitClient;
  let service: { readonly env: Readonly<Record<string, string>> };
  let folders = 0;
  /** The repository has it from the beginning. */
  const { oid, bytes }: TestObject = objectOf(bytesNamed('stored', SIZE));

  before(async () => {
    world = await createLfsWorld({ RATE_LIMIT_RPS: '1000', RATE_LIMIT_BURST: '2000' });
    repository = await world.createRepository('commands');
    computer = await world.newComputer();
    service = { env: { SVC_URL: world.proxy.url, SVC_REPOSITORY: repository.id, SVC_TOKEN: await world.createToken() } };
    const options = await at();
    await writeFile(join(options.folder, 'file'), bytes);
    expect(await agent(computer, ['push', 'file'], options)).to.equal(`${oid}  file\n`);
  });
  after(() => world.close());
  beforeEach(() => world.proxy.forget());
  afterEach(() => world.proxy.interfere(() => undefined));

  /** A folder of its own to work in, and the settings. */
  const at = async (): Promise<AgentOptions & { readonly folder: string }> => {
    folders += 1;
    const folder = join(computer.root, `folder ${folders}`);
    await mkdir(folder);
    return { ...service, folder };
  };

  const objectOfLine = (line: string): Readonly<Record<string, unknown>> => {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? { ...value } : expect.fail('a line is an object');
  };

  it('prints the oid and the path of each file that it has pushed', async () => {
    const options = await at();
    await writeFile(join(options.folder, 'a file'), 'one');
    await writeFile(join(options.folder, 'empty'), '');
    const printed = await agent(computer, ['push', 'a file', 'empty'], options);
    expect(printed).to.equal(`${sha256(Buffer.from('one'))}  a file\n${sha256(Buffer.alloc(0))}  empty\n`);
    expect(await world.listedOids(repository)).to.include.members([sha256(Buffer.from('one')), sha256(Buffer.alloc(0))]);
  });

  it('pushes and pulls many small files with a few requests', async () => {
    const options = await at();
    const objects = Array.from({ length: 30 }, (_, at) => objectOf(bytesNamed(`one of many ${at}`, 1000 + at)));
    const names = objects.map((_, at) => `file ${at}`);
    for (const [at, { bytes }] of objects.entries()) await writeFile(join(options.folder, names[at] ?? ''), bytes);
    const printed = await agent(computer, ['push', ...names], options);
    expect(printed).to.equal(objects.map(({ oid }, at) => `${oid}  ${names[at] ?? ''}\n`).join(''));
    expect(await world.listedOids(repository)).to.include.members(objects.map(({ oid }) => oid));
    await mkdir(join(options.folder, 'back'));
    await agent(computer, ['pull', ...objects.map(({ oid }) => oid), '-o', 'back'], options);
    for (const { oid, bytes } of objects) {
      expect((await readFile(join(options.folder, 'back', oid))).equals(bytes), oid).to.equal(true);
    }
    const counted = world.proxy.exchanges.filter(({ path }) => path.includes('/api/v1/') && !path.endsWith('/verify'));
    expect(counted.map(({ path }) => path.split('/').slice(-2).join('/'))).to.deep.equal([
      'objects/batch',
      'lfs/transfers',
      'objects/chunks',
      'downloads/authorize',
      'lfs/transfers',
    ]);
  });

  it('says for programs what a push has cost, and what its second version', async () => {
    const options = await at();
    const first = bytesNamed('versions', SIZE);
    await writeFile(join(options.folder, 'file'), first);
    const one = objectOfLine(await agent(computer, ['push', '--json', 'file'], options));
    expect(Object.keys(one)).to.deep.equal([
      'oid',
      'path',
      'size',
      'chunks',
      'new_chunks',
      'sent_bytes',
      'stored_bytes',
      'seconds',
    ]);
    expect(one).to.include({ oid: sha256(first), path: 'file', size: SIZE });
    expect(one['new_chunks']).to.equal(one['chunks']);
    expect(one['sent_bytes']).to.be.within(SIZE, SIZE * 1.02);

    await writeFile(join(options.folder, 'file'), Buffer.concat([Buffer.from('in front'), first]));
    const two = objectOfLine(await agent(computer, ['push', '--json', 'file'], options));
    expect(two['new_chunks']).to.be.within(1, 4);
    expect(two['sent_bytes']).to.be.below(SIZE / 20);
    expect(two['stored_bytes']).to.be.below(SIZE / 20);
  });

  it('shows a bar on the terminal also where programs read the results', async () => {
    const options = await at();
    const bytes = bytesNamed('watched', 10 * SIZE);
    await writeFile(join(options.folder, 'watched'), bytes);
    for (const args of [
      ['push', '--json', 'watched'],
      ['pull', '--json', sha256(bytes), '-o', 'back'],
    ]) {
      const stdoutFile = join(options.folder, 'results');
      const shown = await runOnTerminal(computer, args, { ...options, stdoutFile });
      expect(shown, args[0]).to.match(/(watched|back) \[.*\] +\d+%/);
      expect(objectOfLine(await readFile(stdoutFile, 'utf8'))).to.include({ oid: sha256(bytes), size: bytes.byteLength });
    }
  });

  it('pulls what was pushed, under the name that it is given or its oid', async () => {
    const options = await at();
    expect(await agent(computer, ['pull', oid, '-o', 'new name'], options)).to.equal(`${oid}  new name\n`);
    expect((await readFile(join(options.folder, 'new name'))).equals(bytes)).to.equal(true);
    expect(objectOfLine(await agent(computer, ['pull', '--json', oid], options))).to.include({
      oid,
      path: oid,
      size: SIZE,
      via: 'chunks',
    });
    expect(await readdir(options.folder)).to.have.members(['new name', oid]);
  });

  it('replaces a link at its destination, and leaves alone what that points to', async () => {
    const options = await at();
    await writeFile(join(options.folder, 'precious'), 'precious');
    await symlink(join(options.folder, 'precious'), join(options.folder, 'link'));
    await agent(computer, ['pull', oid, '-o', 'link'], options);
    expect((await readFile(join(options.folder, 'link'))).equals(bytes)).to.equal(true);
    expect(await readFile(join(options.folder, 'precious'), 'utf8')).to.equal('precious');
  });

  it('verifies what is stored, and a local file', async () => {
    const options = await at();
    expect(await agent(computer, ['verify', oid], options)).to.equal(`${oid}: OK\n`);
    await writeFile(join(options.folder, 'same'), bytes);
    expect(await agent(computer, ['verify', oid, '--file', 'same'], options)).to.equal(`${oid}  same: OK\n`);
    expect(await readdir(options.folder)).to.deep.equal(['same']);
  });

  it('shows how much of a file the repository has', async () => {
    const options = await at();
    await writeFile(
      join(options.folder, 'half'),
      Buffer.concat([bytes.subarray(0, SIZE / 2), bytesNamed('other half', SIZE / 2)]),
    );
    world.proxy.forget();
    const shown = objectOfLine(await agent(computer, ['chunk', '--json', 'half'], options));
    expect(shown['stored_bytes']).to.be.within(SIZE * 0.4, SIZE / 2);
    expect(sentPacks(world.proxy)).to.deep.equal([]);
  });

  it('looks itself over', async () => {
    const printed = await agent(computer, ['doctor'], await at());
    expect(printed)
      .to.match(/^ok {6}service: /m)
      .and.match(/^ok {6}clock: /m)
      .and.match(/^ok {6}repository: /m);
    expect(printed).to.not.contain('failed');
  });

  it('finds a credential that the service does not know, and a repository that is not there', async () => {
    const { env, folder } = { env: {}, ...(await at()) };
    const wrong = await runAgent(computer, ['doctor'], { folder, env: { ...env, SVC_TOKEN: 'svc_pat_wrong' } });
    expect(wrong).to.include({ code: 1, stderr: 'svc: one check has failed\n' });
    expect(wrong.stdout).to.contain('failed  repository: the service does not know the credential');
    const elsewhere = { ...env, SVC_REPOSITORY: '0b7c3b1e-96e5-4f3c-9d0e-0d6f2a1c4b5a' };
    expect((await runAgent(computer, ['doctor'], { folder, env: elsewhere })).stdout).to.contain(
      `failed  repository: there is none of the id ${elsewhere.SVC_REPOSITORY} at ${world.proxy.url} `,
    );
  });

  it('finds that a credential may read and may not push, and writes nothing to find out', async () => {
    const { env, folder } = { env: {}, ...(await at()) };
    const token = await world.createToken({ scopes: ['repo:read'] });
    world.proxy.forget();
    const { code, stdout } = await runAgent(computer, ['doctor'], { folder, env: { ...env, SVC_TOKEN: token } });
    expect(code).to.equal(0);
    expect(stdout).to.contain('warning repository: the credential may read it, may not push to it\n');
    expect(world.proxy.exchanges.map(({ method }) => method).filter((method) => method !== 'GET')).to.deep.equal(['POST']);
    expect(await agent(computer, ['doctor'], await at())).to.contain(
      'ok      repository: the credential may read it, and push to it\n',
    );
  });

  it('names the server and the repository when the repository is not there', async () => {
    const options = await at();
    await writeFile(join(options.folder, 'file'), 'one');
    const SVC_REPOSITORY = '0b7c3b1e-96e5-4f3c-9d0e-0d6f2a1c4b5a';
    for (const args of [
      ['push', 'file'],
      ['pull', oid, '-o', 'back'],
    ]) {
      const { code, stderr } = await runAgent(computer, args, { ...options, env: { ...options.env, SVC_REPOSITORY } });
      expect(code).to.equal(1);
      expect(stderr)
        .to.match(/^svc: [^\n]+\n$/)
        .and.contain(SVC_REPOSITORY)
        .and.contain(world.proxy.url);
    }
  });

  for (const [what, args, message] of [
    ['pulls what is not there', ['pull', 'a'.repeat(64), '-o', 'new'], `${'a'.repeat(64)}: `],
    ['verifies what is not there', ['verify', 'a'.repeat(64)], `${'a'.repeat(64)}: `],
  ] as const) {
    it(`${what}: one line, and no file`, async () => {
      const options = await at();
      const { code, stdout, stderr } = await runAgent(computer, args, options);
      expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
      expect(stderr)
        .to.match(/^svc: [^\n]+\n$/)
        .and.contain(message);
      expect(await readdir(options.folder)).to.deep.equal([]);
    });
  }

  const wrongBytes = { kind: 'answer', status: 200, body: 'x'.repeat(SIZE) } as const;

  for (const [what, isWrong] of [
    ['packs come', (path: string) => path.includes('/packs/')],
    ['everything comes', () => true],
  ] as const) {
    it(`keeps what it had when ${what} with wrong bytes`, async () => {
      const options = await at();
      await writeFile(join(options.folder, 'file'), 'what was here');
      world.proxy.interfere(({ method, path }) => (method === 'GET' && isWrong(path) ? wrongBytes : undefined));
      const { code, stdout, stderr } = await runAgent(computer, ['pull', oid, '-o', 'file'], options);
      expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
      expect(stderr).to.match(/^svc: [^\n]+\n$/);
      expect(await readFile(join(options.folder, 'file'), 'utf8')).to.equal('what was here');
      expect(await readdir(options.folder)).to.deep.equal(['file']);
    });
  }

  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    it(`ends at ${signal} in the middle of a pull and leaves nothing behind`, async () => {
      const options = await at();
      world.proxy.interfere(({ path }) =>
        path.includes('/packs/') ? { kind: 'stall_response', afterBytes: 100_000 } : undefined,
      );
      world.proxy.forget();
      const running = startAgent(computer, ['pull', oid, '-o', 'file'], options);
      await waitUntil('a pack is asked for', () =>
        world.proxy.exchanges.some(({ path, status }) => path.includes('/packs/') && status !== undefined),
      );
      expect(await readdir(options.folder)).to.have.length(1);
      running.signal(signal);
      const { stderr, ...outcome } = await running.outcome;
      expect(outcome).to.deep.equal({ code, stdout: '' });
      expect(stderr).to.match(signal === 'SIGINT' ? /^svc: interrupted; [^\n]*nothing half-written is left[^\n]*\n$/ : /^$/);
      expect(await readdir(options.folder)).to.deep.equal([]);
    });
  }

  it('ends at SIGINT in the middle of a push, which a plain retry finishes', async () => {
    const options = await at();
    const pushed = bytesNamed('interrupted push', 10 * SIZE);
    await writeFile(join(options.folder, 'file'), pushed);
    world.proxy.interfere((exchange) => (sentPack(exchange) === undefined ? undefined : new Promise(() => undefined)));
    const running = startAgent(computer, ['push', 'file'], options);
    await waitUntil('a pack is sent', () => sentPacks(world.proxy).length > 0);
    running.signal('SIGINT');
    expect(await running.outcome).to.deep.equal({
      code: 130,
      stdout: '',
      stderr: 'svc: interrupted; the same command goes on where it stopped, what has arrived is kept\n',
    });
    world.proxy.interfere(() => undefined);
    expect(await agent(computer, ['push', 'file'], options)).to.equal(`${sha256(pushed)}  file\n`);
  });

  it('ends at SIGTERM while it waits for git-lfs', async () => {
    const running = startAgent(computer, ['transfer'], { ...(await at()), talks: true });
    running.write('{"event":"init","operation":"download","remote":"origin"}\n');
    await waitUntil('it is answered', () => running.printed() !== '');
    running.signal('SIGTERM');
    expect(await running.outcome).to.deep.equal({ code: 143, stdout: '{}\n', stderr: '' });
  });

  it('ends at SIGINT while it looks itself over, and blames nothing for it', async () => {
    world.proxy.interfere(() => new Promise(() => undefined));
    const running = startAgent(computer, ['doctor'], await at());
    await waitUntil('the settings are looked at', () => running.printed().includes('settings:'));
    running.signal('SIGINT');
    const { code, stdout, stderr } = await running.outcome;
    expect({ code, stderr }).to.deep.equal({ code: 130, stderr: '' });
    expect(stdout).not.to.match(/failed|skipped/);
  });

  it('speaks the transfer protocol line by line, with the object moved before complete', async () => {
    const options = await at();
    await computer.git(options.folder, 'init', '--quiet');
    const action = { href: repository.lfsUrl };
    const other = bytesNamed('protocol upload', 100_000);
    await writeFile(join(options.folder, 'upload'), other);
    const lines = [
      { event: 'init', operation: 'download', remote: 'origin', concurrent: false },
      { event: 'download', oid, size: SIZE, action },
      { event: 'upload', oid: sha256(other), size: other.length, path: join(options.folder, 'upload'), action },
      { event: 'upload', oid: 'b'.repeat(64), size: other.length, path: join(options.folder, 'upload'), action },
      { event: 'terminate' },
    ];
    const running = startAgent(computer, ['transfer'], { ...options, talks: true });
    for (const line of lines) running.write(`${JSON.stringify(line)}\n`);
    const { code, stdout, stderr } = await running.outcome;
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
    const answers = stdout.trim().split('\n').map(objectOfLine);
    expect(answers[0]).to.deep.equal({});
    expect(answers[1]).to.deep.equal({ event: 'progress', oid, bytesSoFar: 1, bytesSinceLast: 1 });
    const [downloaded, uploaded, refused] = answers.filter(({ event }) => event === 'complete');
    expect(String(downloaded?.['path']).startsWith(join(options.folder, '.git/lfs/tmp/', oid))).to.equal(true);
    expect((await readFile(String(downloaded?.['path']))).equals(bytes)).to.equal(true);
    expect(uploaded).to.deep.equal({ event: 'complete', oid: sha256(other) });
    expect(await world.listedOids(repository)).to.include(sha256(other));
    expect(refused).to.have.nested.property('error.message').that.contains('has other bytes than');
  });

  it('ends when git-lfs is gone in the middle of a download, and leaves nothing behind', async () => {
    world.proxy.forget();
    const options = await at();
    await computer.git(options.folder, 'init', '--quiet');
    world.proxy.interfere(({ path }) => (path.includes('/packs/') ? { kind: 'stall_response', afterBytes: 100_000 } : undefined));
    const running = startAgent(computer, ['transfer'], { ...options, talks: true });
    running.write(`${JSON.stringify({ event: 'init', operation: 'download' })}\n`);
    running.write(`${JSON.stringify({ event: 'download', oid, size: SIZE, action: { href: repository.lfsUrl } })}\n`);
    await waitUntil('a pack is asked for', () => world.proxy.exchanges.some(({ path }) => path.includes('/packs/')));
    running.hangUp();
    expect((await running.outcome).code).to.equal(1);
    expect(await readdir(join(options.folder, '.git/lfs/tmp'))).to.deep.equal([]);
  });
});
