import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import manifest from '../package.json' with { type: 'json' };
import { agentEntry } from '../src/git/agent-entry.js';
import { bundle, environmentFor, runAgent, runAgentProcess } from './rigs/agent-process.js';
import { makeScratchHome, type ScratchHome } from './rigs/scratch-home.js';
import { startTransferService } from './rigs/transfer-service.js';

const repository = '0b7c3b1e-96e5-4f3c-9d0e-0d6f2a1c4b5a';
const oid = 'a'.repeat(64);
const service = { SVC_URL: 'https://svc.example', SVC_REPOSITORY: repository, SVC_TOKEN: 'secret' };
/** Nobody listens there. */
const dead = { ...service, SVC_URL: 'http://127.0.0.1:2' };

describe('the svc command', () => {
  let scratch: ScratchHome;
  beforeEach(async () => {
    scratch = await makeScratchHome();
    await writeFile(join(scratch.clone, 'file'), 'bytes');
  });
  afterEach(() => scratch.remove());

  const within = () => ({ cwd: scratch.clone, env: environmentFor(scratch) });

  const failures: readonly (readonly [readonly string[], Readonly<Record<string, string>>, string])[] = [
    [['push', 'file'], {}, 'which service?'],
    [['push', 'file'], { SVC_URL: 'https://svc.example' }, 'which repository?'],
    [['push', 'file'], { ...service, SVC_TOKEN: '' }, 'there is no credential for https://svc.example'],
    [['push', 'file'], { ...service, SVC_URL: 'http://svc.example' }, 'SVC_URL: Plain http to svc.example'],
    [['push', 'file'], { ...service, SVC_ALLOW_HTTP: 'perhaps' }, 'SVC_ALLOW_HTTP must be true or false'],
    [['push', 'nothing'], service, 'nothing'],
    [['chunk', 'file'], { SVC_ZSTD: 'zlib' }, 'SVC_ZSTD must be one of auto, native, wasm'],
    [['chunk', 'file'], { SVC_BLAKE3: 'fast' }, 'SVC_BLAKE3 must be one of auto, native, wasm, portable'],
    [['push', '.', '--include', ''], service, 'It is empty.'],
    [['push', ''], service, 'It is empty.'],
    [['push', '.', 'nothing'], service, 'nothing cannot be read (ENOENT)'],
    [['push', 'file', '--profile', 'best'], service, "argument 'best' is invalid"],
    [['push'], service, "missing required argument 'paths'"],
    [['pull', oid, oid.slice(1)], service, 'is no SHA-256 in lower-case hex, and of paths one is pulled at a time'],
    [['pull', '../file'], service, '../file is no path of a file or a folder in a repository'],
    [['pull', 'file', '--exclude', ''], service, 'It is empty.'],
    [['ls', '.git'], service, '.git is no path of a file or a folder in a repository'],
    [['ls', '--ref', ''], service, 'It is empty.'],
    [['ls', 'a\nb/..'], service, 'a?b/.. is no path of a file or a folder in a repository'],
    [['pull', oid, 'a\nb'], service, 'a?b is no SHA-256 in lower-case hex, and of paths one is pulled at a time'],
    [['pull', oid, oid, '-o', 'a\nb'], service, 'a?b is no folder, and several objects need one'],
    [['ls', 'a', 'b'], service, 'too many arguments'],
    [['rm'], service, "missing required argument 'wanted'"],
    [['rm', '.git'], service, '.git is no path of a file or a folder in a repository'],
    [['undelete', 'file'], service, 'It is no SHA-256 in lower-case hex.'],
    [['pull', oid, '-o', ''], service, 'It is empty.'],
    [['verify', oid, '-f', ''], service, 'It is empty.'],
    [['pull', oid, oid, '-o', 'file'], service, 'file is no folder, and several objects need one'],
    [['verify', oid, '--file', 'file'], {}, 'file has other bytes than'],
    [['verify', oid, oid, '--file', 'file'], {}, '--file is checked against one oid'],
    [['chunk', 'nothing'], {}, 'nothing'],
    [['install', '--local', '--global'], {}, "'--local' cannot be used with option '--global'"],
    [['install', '--url', 'http://svc.example'], {}, '--url: Plain http to svc.example'],
    [['index'], service, 'which remote? Name it with --remote'],
    [['index', '--remote', 'up'], service, 'there is no remote up'],
    [['index', '--remote', 'a\nb'], service, 'there is no remote a?b'],
    [['index', '--local'], {}, 'which service?'],
    [['index', '--local', '--ref', 'none'], service, 'there is no branch and no tag none'],
    [['index', '--local', '--ref', 'a\nb'], service, 'there is no branch and no tag a?b'],
    [['import', 'a\nb'], service, 'a?b is neither an http(s) URL nor a folder'],
    [['index', '--remote', 'up', '--local'], service, "'--remote <name>' cannot be used with option '--local'"],
    [['index', '--install-hook', '--limit-seconds', '0'], {}, 'It is no number from 1 to 3600.'],
    [['sync'], {}, "unknown command 'sync'"],
    [['transfer', 'now'], {}, 'too many arguments'],
  ];
  for (const [args, env, message] of failures) {
    it(`answers "${args.join(' ').replaceAll(oid, 'OID').replaceAll('\n', '\\n')}" with ${JSON.stringify(env)} in one line: ${message}`, async () => {
      const { code, stdout, stderr } = await runAgent(scratch, args, { env });
      expect(stderr)
        .to.match(/^svc: [^\n]+\n$/)
        .and.contain(message);
      expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
      expect(await readdir(scratch.clone)).to.have.members(['.git', 'file']);
    });
  }

  it('says in one line that nobody answers, and leaves no file behind', async () => {
    const { code, stdout, stderr } = await runAgent(scratch, ['pull', oid, '-o', 'new'], { env: dead });
    expect(stderr).to.match(/^svc: [^\n]*ECONNREFUSED[^\n]*\n$/);
    expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
    expect(await readdir(scratch.clone)).to.have.members(['.git', 'file']);
  });

  it('is started by the file that npm links', async () => {
    const linked = fileURLToPath(new URL('../bin/svc.js', import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, [linked, 'chunk', 'file'], within());
    expect(stdout).to.match(/^[0-9a-f]{64} {2}file: 1 chunks of 5 to 5 bytes/);
  });

  it('never shows the token', async () => {
    const { stdout, stderr } = await runAgent(scratch, ['push', 'file', '--token', 'very secret'], { env: dead });
    expect(stdout + stderr).to.not.contain('very secret');
  });

  it('sends the token nowhere but to its service', async () => {
    const seen: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(404).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    await scratch.git(['config', 'lfs.url', `http://127.0.0.1:${port ?? 0}/api/v1/repositories/${repository}/lfs`]);
    const { code, stderr } = await runAgent(scratch, ['pull', oid], { env: { SVC_TOKEN: 'secret' } });
    server.close();
    expect(code).to.equal(1);
    expect(stderr).to.contain('there is no credential for http://127.0.0.1');
    expect(seen).to.deep.equal([]);
  });

  it('installs itself for the clone, and takes it back', async () => {
    await scratch.git(['config', '--global', 'filter.lfs.process', 'git-lfs filter-process']);
    const installed = await runAgentProcess(scratch, ['install']);
    expect(installed).to.deep.equal({
      code: 0,
      stdout: 'git-lfs uses svc where the server offers it (git config --local)\n',
      stderr: '',
    });
    const { stdout } = await scratch.git(['config', '--get-regexp', '^lfs[.]']);
    expect(stdout).to.contain('lfs.customtransfer.svc.path sh\n').and.contain(`'${process.execPath}' '${bundle}' transfer`);
    expect((await runAgentProcess(scratch, ['uninstall'])).code).to.equal(0);
    expect((await scratch.git(['config', '--get-regexp', '^(lfs|svc)[.]'])).stdout).to.equal('');
  });

  for (const args of ['chunk file', '--version', '--help', 'push --help', 'help push']) {
    it(`says in one line that the output of ${args} is lost, and fails`, async () => {
      const lost = `"$0" "$1" ${args} >/dev/full; echo $? >&2`;
      const { stderr } = await promisify(execFile)('sh', ['-c', lost, process.execPath, bundle], within());
      expect(stderr).to.equal('svc: the output cannot be written (ENOSPC)\n1\n');
    });
  }

  it('ends without a word when nobody reads on', async () => {
    const unread = '{ sleep 1; "$0" "$1" chunk file file; echo $? >&2; } | true';
    const { stdout, stderr } = await promisify(execFile)('sh', ['-c', unread, process.execPath, bundle], within());
    expect({ stdout, stderr }).to.deep.equal({ stdout: '', stderr: '1\n' });
  });

  it('says which version it is', async () => {
    expect(await runAgent(scratch, ['--version'])).to.deep.equal({ code: 0, stdout: `${manifest.version}\n`, stderr: '' });
  });

  it('looks at ports that fetch refuses', async () => {
    const { stdout } = await runAgent(scratch, ['doctor'], { env: { ...service, SVC_URL: 'http://127.0.0.1:1' } });
    expect(stdout).to.contain('failed  service: http://127.0.0.1:1 does not answer: connect ECONNREFUSED 127.0.0.1:1\n');
  });

  it('finds that a server is another one, although it says that it is ready', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const baseUrl = `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`;
    const { code, stdout } = await runAgent(scratch, ['doctor'], { env: { ...service, SVC_URL: baseUrl } });
    server.close();
    expect(stdout).to.contain(`failed  service: ${baseUrl} is ready, but is no server of this service; is it the base URL?\n`);
    expect(stdout).to.contain('skipped repository: ');
    expect(code).to.equal(1);
  });

  it('finds that the service is ready and lets the credential in', async () => {
    const running = await startTransferService();
    const env = { SVC_URL: running.baseUrl, SVC_REPOSITORY: running.repositoryId, SVC_TOKEN: running.token };
    const { code, stdout } = await runAgent(scratch, ['doctor'], { env });
    await running.close();
    expect(stdout).to.contain(`ok      service: ${running.baseUrl} is ready\n`).and.contain('ok      repository: ');
    expect(code).to.equal(0);
  });

  it('shows how a file is cut without any service', async () => {
    const { code, stdout } = await runAgent(scratch, ['chunk', '--json', 'file']);
    expect(code).to.equal(0);
    const shown: unknown = JSON.parse(stdout);
    expect(shown).to.include({ path: 'file', size: 5, chunks: 1, profile: 'fastcdc-16k' }).and.not.have.property('stored_bytes');
  });

  it('looks itself over, check by check, and fails for the one that has failed', async () => {
    await runAgent(scratch, ['install']);
    const { code, stdout, stderr } = await runAgentProcess(scratch, ['doctor', '--json'], { env: dead });
    const checks: unknown = JSON.parse(`[${stdout.trim().replaceAll('\n', ',')}]`);
    expect(checks).to.be.an('array');
    const outcome = stdout.match(/"check":"[a-z-]+","status":"[a-z]+"/g);
    expect(outcome).to.deep.equal(
      [
        ['git', 'ok'],
        ['git-lfs', 'ok'],
        ['install', 'ok'],
        ['codec', 'ok'],
        ['settings', 'ok'],
        ['service', 'failed'],
        ['clock', 'skipped'],
        ['credential', 'ok'],
        ['repository', 'skipped'],
      ].map(([check, status]) => `"check":"${check ?? ''}","status":"${status ?? ''}"`),
    );
    expect({ code, stderr }).to.deep.equal({ code: 1, stderr: 'svc: one check has failed\n' });
  });

  it('takes the BLAKE3 and the Zstandard that it is told, and says which ones these are', async () => {
    for (const [blake3, zstd] of [
      ['native', 'native'],
      ['wasm', 'wasm'],
      ['portable', 'native'],
    ] as const) {
      const { stdout } = await runAgent(scratch, ['doctor'], { env: { SVC_BLAKE3: blake3, SVC_ZSTD: zstd } });
      expect(stdout).to.contain(`codec: BLAKE3: ${blake3}, Zstandard: ${zstd}`);
    }
  });

  it('finds that what git-lfs is told to start is gone', async () => {
    for (const [path, args, gone] of [
      [process.execPath, "'/gone/svc.js' transfer", '/gone/svc.js'],
      ['/gone/node', `'${bundle}' transfer`, '/gone/node'],
      ['sh', agentEntry('/gone/node', "/it's gone/svc.js").args, "/it's gone/svc.js"],
    ] as const) {
      await scratch.git(['config', 'lfs.customtransfer.svc.path', path]);
      await scratch.git(['config', 'lfs.customtransfer.svc.args', args]);
      const { stdout } = await runAgent(scratch, ['doctor']);
      expect(stdout).to.contain(`failed  install: git-lfs is told to start ${gone}, which is not there; run svc install again\n`);
    }
    await scratch.git(['config', 'lfs.customtransfer.svc.args', agentEntry('/gone/node', bundle).args]);
    expect((await runAgent(scratch, ['doctor'])).stdout).to.contain('ok      install: ');
  });
});

describe('svc transfer', () => {
  let scratch: ScratchHome;
  before(async () => {
    scratch = await makeScratchHome();
  });
  after(() => scratch.remove());

  const init = { event: 'init', operation: 'download', remote: 'origin', concurrent: false };
  const download = { event: 'download', oid, size: 10, action: null };
  const terminate = { event: 'terminate' };
  const lines = (...messages: readonly unknown[]): string => messages.map((message) => `${JSON.stringify(message)}\n`).join('');
  const talk = async (input: string, env: Readonly<Record<string, string>> = {}, run = runAgent) => {
    const { code, stdout, stderr } = await run(scratch, ['transfer'], { input, env });
    const answers: unknown = JSON.parse(`[${stdout.trim().replaceAll('\n', ',')}]`);
    return { code, stderr, answers };
  };
  const progress = { event: 'progress', oid, bytesSoFar: 1, bytesSinceLast: 1 };

  it('ends well when nothing is asked of it', async () => {
    expect(await talk(lines(init, terminate), {}, runAgentProcess)).to.deep.equal({ code: 0, stderr: '', answers: [{}] });
  });

  it('says of each object why it cannot be moved, and nothing on stderr', async () => {
    const message = 'which service? Set SVC_URL or --url, or run svc install in the clone';
    expect(await talk(lines(init, download, download, terminate))).to.deep.equal({
      code: 0,
      stderr: '',
      answers: [
        {},
        progress,
        { event: 'complete', oid, error: { code: 1, message } },
        progress,
        { event: 'complete', oid, error: { code: 1, message } },
      ],
    });
  });

  it('goes to no server over plain http that the clone has not been allowed', async () => {
    const action = { href: `http://svc.example/api/v1/repositories/${repository}/lfs` };
    const { answers } = await talk(lines(init, { ...download, action }, terminate));
    expect(answers).to.have.nested.property('[2].error.message').that.contains("the server's URL: Plain http to svc.example");
  });

  it('gives a server that is not the one named with the token no token', async () => {
    const action = { href: `https://other.example/api/v1/repositories/${repository}/lfs` };
    const { answers } = await talk(lines(init, { ...download, action }, terminate), service);
    expect(answers)
      .to.have.nested.property('[2].error.message')
      .that.contains('https://other.example/api/v1/repositories/' + repository + '/lfs, which neither the settings nor');
  });

  it("goes to the clone's own LFS URL with the password that this carries", async () => {
    const seen: string[] = [];
    const server = createServer((request, response) => {
      seen.push(`${request.url?.split('/')[4] ?? ''} ${request.headers.authorization ?? ''}`);
      response.writeHead(404).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const lfsUrl = `127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}/api/v1/repositories/${repository}/lfs`;
    await scratch.git(['config', 'lfs.url', `http://token:own-secret@${lfsUrl}`]);
    for (const id of [repository, repository.replace('0b', '1b')]) {
      await talk(lines(init, { ...download, action: { href: `http://${lfsUrl.replace(repository, id)}` } }, terminate));
    }
    await scratch.git(['config', '--unset', 'lfs.url']);
    server.close();
    expect(new Set(seen)).to.deep.equal(new Set([`${repository} Bearer own-secret`]));
  });

  it('gives git-lfs what another git-lfs has fetched meanwhile, and nothing that has other bytes', async () => {
    const server = createServer((_request, response) => response.writeHead(404).end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const href = `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}/api/v1/repositories/${repository}/lfs`;
    await scratch.git(['config', 'lfs.url', href.replace('//', '//token:own-secret@')]);
    const bytes = 'fetched by another worktree';
    const there = createHash('sha256').update(bytes).digest('hex');
    const answers: string[] = [];
    for (const content of [bytes.toUpperCase(), bytes]) {
      const folder = join(scratch.clone, '.git', 'lfs', 'objects', there.slice(0, 2), there.slice(2, 4));
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, there), content);
      const asked = { ...download, oid: there, size: bytes.length, action: { href } };
      answers.push(JSON.stringify((await talk(lines(init, asked, terminate))).answers));
    }
    await scratch.git(['config', '--unset', 'lfs.url']);
    server.close();
    expect(answers[0]).to.match(/"complete","oid":"[0-9a-f]{64}","error":/);
    const path = /"complete","oid":"[0-9a-f]{64}","path":"([^"]+)"/.exec(answers[1] ?? '')?.[1];
    expect(await readFile(path ?? '', 'utf8')).to.equal(bytes);
  });

  for (const input of ['no json\n', lines({ event: 'upload' }), '[]\n', '\u0000\n']) {
    it(`answers ${JSON.stringify(input)} with one error, one line on stderr, and ends`, async () => {
      const { code, stderr, answers } = await talk(input);
      expect(code).to.equal(1);
      expect(stderr).to.match(/^svc: git-lfs has sent what is no transfer protocol: [^\n]+\n$/);
      expect(answers).to.have.length(1).and.have.nested.property('[0].error.code', 1);
    });
  }

  it('fails when git-lfs is gone without a word', async () => {
    expect(await talk(lines(init), {}, runAgentProcess)).to.deep.equal({
      code: 1,
      stderr: 'svc: git-lfs is gone before it has said terminate\n',
      answers: [{}],
    });
  });
});
