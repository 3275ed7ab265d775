import { createClient } from '@svc/client';
import { gitPathOfBytes } from '@svc/core/model';
import { expect } from 'chai';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { createHttpTransport } from '../../src/http-transport.js';
import { listTree } from '../../src/tree/list-tree.js';
import { runAgent } from '../rigs/agent-process.js';
import { connectionsHere } from '../rigs/run-git-here.js';
import { makeScratchHome, type ScratchHome } from '../rigs/scratch-home.js';
import { startTransferService, type TransferService } from '../rigs/transfer-service.js';

describe('a single file of the indexed history', () => {
  let service: TransferService;
  let scratch: ScratchHome;
  const folderBytes = Buffer.from('d\xe4', 'latin1');
  before(async () => {
    service = await startTransferService();
    scratch = await makeScratchHome();
    const inClone = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from(`${scratch.clone}/`), bytes]);
    await mkdir(join(scratch.clone, 'ü/ß'), { recursive: true });
    await writeFile(join(scratch.clone, 'ü/a.txt'), 'one');
    await writeFile(join(scratch.clone, 'ü/ß/b.txt'), 'other');
    await writeFile(join(scratch.clone, 'line\nfeed'), 'of Git');
    await mkdir(inClone(folderBytes));
    await writeFile(inClone(Buffer.concat([folderBytes, Buffer.from('/x')])), 'no text');
    const person = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
    const { stdout: id } = await scratch.git(['hash-object', '-w', '--stdin'], { input: 'x'.repeat(5000) });
    await scratch.git(['add', '--all']);
    await scratch.git(['update-index', '--add', '--cacheinfo', `120000,${id.trim()},links/long`]);
    await scratch.git(['update-index', '--add', '--cacheinfo', `100644,${id.trim()},links/file`]);
    await scratch.git([...person, 'commit', '--quiet', '--message', 'one']);
    expect(await svc('index', '--local')).to.include({ code: 0 });
  });
  after(async () => {
    await service.close();
    await scratch.remove();
  });

  const svc = (...args: readonly string[]) => {
    const env = { SVC_URL: service.baseUrl, SVC_REPOSITORY: service.repositoryId, SVC_TOKEN: service.token };
    return runAgent(scratch, args, { env });
  };

  it('is listed, pulled and compared in folders whose names are not ASCII', async () => {
    for (const path of ['ü/a.txt', 'ü/ß/b.txt'])
      expect(await svc('ls', path)).to.deep.equal({ code: 0, stdout: `${path}\n`, stderr: '' });
    expect(await svc('pull', 'ü/a.txt@', '-o', 'pulled')).to.include({ code: 0 });
    expect(await readFile(join(scratch.clone, 'pulled'), 'utf8')).to.equal('one');
    const compared = await svc('diff', 'ü/a.txt@', 'ü/ß/b.txt@');
    expect(compared).to.deep.equal({ code: 0, stdout: '', stderr: 'svc: other bytes: 3 bytes -> 5 bytes\n' });
  });

  it('is listed no faster than somebody reads the list', async () => {
    let taken = 0;
    const takenBefore: number[] = [];
    service.intercept = (request) => {
      takenBefore.push(taken);
      request.url = request.url?.replace('limit=1000', 'limit=1') ?? '';
      return false;
    };
    const take = (done: () => void) => {
      taken += 1;
      done();
    };
    const stdout = new Writable({ write: (_text, _encoding, done) => void setTimeout(take, 50, done) });
    const env = { SVC_URL: service.baseUrl, SVC_REPOSITORY: service.repositoryId, SVC_TOKEN: service.token };
    expect(await runAgent(scratch, ['ls', 'ü'], { env, stdout })).to.include({ code: 0 });
    service.intercept = undefined;
    expect(takenBefore).to.deep.equal([0, 1]);
  });

  it('comes where what is beside it is a symbolic link to more than any system has room for', async () => {
    const pulled = await svc('pull', 'links@', '-o', 'links-pulled');
    expect(pulled.stderr).to.contain('svc: links-pulled/long leads to a place that is too long to be written (5000 bytes)\n');
    expect(pulled.code).to.equal(1);
    expect(await readdir(join(scratch.clone, 'links-pulled'))).to.deep.equal(['file']);
  });

  it('is named as a whole where there is none, whatever its name', async () => {
    for (const [command, ...args] of [
      ['ls', 'a\nb'],
      ['rm', 'a\nb'],
      ['pull', 'a\nb@'],
      ['diff', 'a\nb@', 'a\nb@'],
    ]) {
      const { stderr } = await svc(command ?? '', ...args);
      expect(stderr, command).to.contain('svc: there is no a?b in the default branch; looked for in repository');
    }
    expect((await svc('ls', '--ref', 'v\n1')).stderr).to.contain('the index has no branch, tag or commit v?1; looked for');
    expect((await svc('rm', 'line\nfeed')).stderr).to.contain('line?feed is a file of Git');
    expect((await svc('diff', 'ü@', 'line\nfeed@')).stderr).to.contain('ü is no file');
  });

  it('is compared between refs of which the line about a failure names the one that the index lacks', async () => {
    const [, branch = ''] = /^ref: refs\/heads\/(.+)$/m.exec(await readFile(join(scratch.clone, '.git/HEAD'), 'utf8')) ?? [];
    for (const [base, head, lacked] of [
      ['v1', branch, 'v1'],
      [branch, 'HEAD', 'HEAD'],
      ['v1', 'HEAD', 'v1'],
    ] as const) {
      const { stderr } = await svc('diff', base, head);
      expect(stderr).to.contain(`svc: the index has no branch, tag or commit ${lacked}; looked for in repository`);
    }
  });

  it('is found in a folder whose name is no UTF-8', async () => {
    const path = gitPathOfBytes(Buffer.concat([folderBytes, Buffer.from('/x')]));
    if (path === undefined) throw new Error('it is a path');
    const { baseUrl, token, repositoryId } = service;
    const transport = createHttpTransport({ stallMs: 60_000, connections: connectionsHere });
    const client = createClient({ baseUrl, credential: token, transport });
    const context = { client, repositoryId, signal: new AbortController().signal };
    const found: (readonly string[])[] = [];
    for await (const { kind, entries } of listTree(context, { path, ref: undefined }, false))
      found.push([kind, ...entries.map((entry) => entry.path)]);
    expect(found).to.deep.equal([['file', path]]);
  });

  it('is compared with nothing where the index has no branch, and the line about it says so', async () => {
    await scratch.git(['tag', 'v1']);
    await scratch.git(['checkout', '--quiet', '--detach']);
    const branches = (await scratch.git(['for-each-ref', '--format=%(refname)', 'refs/heads'])).stdout.trim().split('\n');
    for (const branch of branches) await scratch.git(['update-ref', '-d', branch]);
    expect(await svc('index', '--local', '--prune')).to.include({ code: 0 });
    expect((await svc('diff', 'v1')).stderr).to.contain('svc: the index has no branch; looked for in repository');
  });
});
