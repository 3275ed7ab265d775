import { expect } from 'chai';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { runAgent } from '../rigs/agent-process.js';
import { makeScratchHome, type ScratchHome } from '../rigs/scratch-home.js';
import { startTransferService, type TransferService } from '../rigs/transfer-service.js';

describe('svc pull of a folder in which something is put meanwhile', () => {
  let service: TransferService;
  let scratch: ScratchHome;
  let env: Readonly<Record<string, string>>;
  before(async () => {
    service = await startTransferService();
    scratch = await makeScratchHome();
    env = { SVC_URL: service.baseUrl, SVC_REPOSITORY: service.repositoryId, SVC_TOKEN: service.token };
    for (const name of ['a', 'b', 'c']) await writeFile(join(scratch.clone, name), `indexed ${name}`);
    await scratch.git(['add', '.']);
    await scratch.git(['-c', 'user.name=A', '-c', 'user.email=a@b.example', 'commit', '--quiet', '-m', 'all']);
    expect(await runAgent(scratch, ['index', '--local'], { env })).to.include({ code: 0 });
  });
  after(async () => {
    await service.close();
    await scratch.remove();
  });
  afterEach(() => {
    service.intercept = undefined;
  });

  /** Pulls all into a folder, in which `b` is written as soon as the first object is asked for. */
  const pull = async (name: string, text: string, ...options: readonly string[]) => {
    const folder = join(scratch.home, name);
    await mkdir(folder);
    let isWritten = false;
    service.intercept = (request, response) => {
      if (isWritten || request.url?.includes('/lfs/assets/') !== true) return false;
      isWritten = true;
      void writeFile(join(folder, 'b'), text).then(() => service.answer(request, response));
      return true;
    };
    const { code, stderr } = await runAgent(scratch, ['pull', '.', '-o', folder, ...options], { env });
    const texts = await Promise.all((await readdir(folder)).toSorted().map((each) => readFile(join(folder, each), 'utf8')));
    return { code, problems: stderr.split('\n').slice(0, -2), texts, folder };
  };

  it('leaves that alone, and fetches the others', async () => {
    const { code, problems, texts, folder } = await pull('kept', 'precious');
    expect({ code, texts }).to.deep.equal({ code: 1, texts: ['indexed a', 'precious', 'indexed c'] });
    expect(problems[0]).to.equal(`svc: ${join(folder, 'b')} is there already, and has other bytes; --force replaces it`);
  });

  it('is content where another run has put the very file there', async () => {
    const { code, problems, texts } = await pull('same', 'indexed b');
    expect({ code, problems, texts }).to.deep.equal({ code: 0, problems: [], texts: ['indexed a', 'indexed b', 'indexed c'] });
  });

  it('replaces it by force', async () => {
    const { code, texts } = await pull('forced', 'other', '--force');
    expect({ code, texts }).to.deep.equal({ code: 0, texts: ['indexed a', 'indexed b', 'indexed c'] });
  });

  it('puts a file in the place of a link to a folder by force, and in the folder nothing', async () => {
    const [folder, elsewhere] = [join(scratch.home, 'linked'), join(scratch.home, 'elsewhere')];
    for (const each of [folder, elsewhere]) await mkdir(each);
    await symlink(elsewhere, join(folder, 'b'));
    expect(await runAgent(scratch, ['pull', '.', '-o', folder, '--force'], { env })).to.include({ code: 0 });
    expect(await readFile(join(folder, 'b'), 'utf8')).to.equal('indexed b');
    expect(await readdir(elsewhere)).to.deep.equal([]);
  });

  it('asks for the next page when what it has told of the last one was taken', async () => {
    let taken = 0;
    const takenBefore: number[] = [];
    service.intercept = (request) => {
      if (request.url?.includes('limit=1000') === true) takenBefore.push(taken);
      request.url = request.url?.replace('limit=1000', 'limit=1') ?? '';
      return false;
    };
    const take = (done: () => void) => {
      taken += 1;
      done();
    };
    const stdout = new Writable({ write: (_text, _encoding, done) => void setTimeout(take, 50, done) });
    const pulling = runAgent(scratch, ['pull', '.', '--dry-run', '-o', scratch.home], { env, stdout });
    expect(await pulling).to.include({ code: 0 });
    expect(takenBefore).to.deep.equal([0, 1, 2]);
  });

  it('keeps by force what stands in the place of a folder of which nothing comes', async () => {
    await scratch.git([
      'update-index',
      '--add',
      '--cacheinfo',
      `100644,${(await scratch.git(['rev-parse', 'HEAD:a'])).stdout.trim()},folder/x`,
    ]);
    await scratch.git(['-c', 'user.name=A', '-c', 'user.email=a@b.example', 'commit', '--quiet', '-m', 'folder']);
    expect(await runAgent(scratch, ['index', '--local'], { env })).to.include({ code: 0 });
    const output = join(scratch.home, 'precious');
    await mkdir(output);
    await writeFile(join(output, 'folder'), 'precious');
    service.intercept = (request, response) => {
      if (request.url?.includes('/tree?') === true) return false;
      response.writeHead(403).end();
      return true;
    };
    const { code } = await runAgent(scratch, ['pull', '.', '--include', 'folder/**', '-o', output, '--force'], { env });
    expect(code).to.equal(1);
    expect(await readdir(output)).to.deep.equal(['folder']);
    expect(await readFile(join(output, 'folder'), 'utf8')).to.equal('precious');
  });
});
