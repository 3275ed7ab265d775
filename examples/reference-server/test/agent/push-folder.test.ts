import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { z } from 'zod';
import { read } from '../client/exchange.js';
import { bytesNamed, sha256 } from '../client/test-object.js';
import type { GitClient } from '../git-lfs/git-client.js';
import { createLfsWorld, type LfsWorld, type RepositoryName } from '../git-lfs/lfs-world.js';
import { runAgent } from './agent-process.js';

const artifactAnswer = z.object({ artifact: z.object({ name: z.string() }) });

describe('svc push of a folder', () => {
  let world: LfsWorld;
  let computer: GitClient;
  let token: string;
  let scenes = 0;
  before(async () => {
    world = await createLfsWorld({ RATE_LIMIT_RPS: '1000', RATE_LIMIT_BURST: '2000' });
    computer = await world.newComputer();
    token = await world.createToken();
  });
  after(() => world.close());
  beforeEach(() => world.proxy.forget());

  interface Scene {
    readonly repository: RepositoryName;
    readonly folder: string;
    readonly run: (...args: readonly string[]) => ReturnType<typeof runAgent>;
  }

  /** An empty folder, and a repository that is. */
  const begin = async (): Promise<Scene> => {
    scenes += 1;
    const repository = await world.createRepository(`folder ${scenes}`);
    const folder = join(computer.root, `folder ${scenes}`);
    await mkdir(folder);
    const env = { SVC_URL: world.proxy.url, SVC_REPOSITORY: repository.id, SVC_TOKEN: token };
    return { repository, folder, run: (...args) => runAgent(computer, ['push', ...args], { folder, env }) };
  };

  const put = async ({ folder }: Scene, files: Readonly<Record<string, Uint8Array | string>>): Promise<void> => {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    }
  };

  /** What the objects are called that a push has printed. */
  const namesOf = ({ repository }: Scene, printed: string): Promise<readonly string[]> =>
    Promise.all(
      printed
        .trimEnd()
        .split('\n')
        .map(async (line) => {
          const answer = await world.call(world.owner, 'GET', `/repositories/${repository.id}/artifacts/${line.slice(0, 64)}`);
          return read(answer, 200, artifactAnswer).artifact.name;
        }),
    );

  const large = bytesNamed('large', 1_000_000);
  const manySmall = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`models/small/${at}`, `small ${at}`]));

  it('stores all that is in it, called by its path in the folder, and sends nothing when it is done again', async () => {
    const scene = await begin();
    await put(scene, { 'models/large.bin': large, 'models/.hidden': 'hidden', 'other.txt': 'other', ...manySmall });
    const first = await scene.run('models', 'other.txt');
    expect(first.code).to.equal(0);
    expect(first.stderr).to.match(/^svc: 23 files: 23 sent, 0 already stored; sent 1(?:\.\d+)? MB of 1 MB, [\d.]+ s\n$/);
    const lines = first.stdout.trimEnd().split('\n');
    expect(lines).to.have.length(23);
    expect(lines).to.include(`${sha256(large)}  models/large.bin`);
    expect(await namesOf(scene, first.stdout)).to.have.members([
      ...Object.keys(manySmall).map((path) => path.slice('models/'.length)),
      'large.bin',
      '.hidden',
      'other.txt',
    ]);
    world.proxy.forget();
    const second = await scene.run('models', 'other.txt');
    expect({ ...second, stderr: '' }).to.deep.equal({ ...first, stderr: '' });
    expect(second.stderr).to.match(/^svc: 23 files: 0 sent, 23 already stored; sent 0 bytes of 1 MB, [\d.]+ s\n$/);
    expect(world.proxy.exchanges.filter(({ method }) => method === 'PUT')).to.deep.equal([]);
  });

  it('says in a dry run what would be sent, and sends nothing', async () => {
    const scene = await begin();
    await put(scene, { 'in/large.bin': large, 'in/old/a': 'a', 'in/b': 'b' });
    expect((await scene.run('in/b')).code).to.equal(0);
    world.proxy.forget();
    const dry = await scene.run('in', '--dry-run', '--exclude', 'old');
    expect({ code: dry.code, stdout: dry.stdout }).to.deep.equal({ code: 0, stdout: `${sha256(large)}  in/large.bin\n` });
    expect(dry.stderr).to.match(/^svc: 2 files: 1 would be sent, 1 already stored; would send at most 1 MB of 1 MB, [\d.]+ s\n$/);
    expect(world.proxy.exchanges.map(({ path }) => path.split('/').slice(-2).join('/'))).to.deep.equal(['objects/chunks']);
    const json = await scene.run('in/b', '--dry-run', '--json');
    expect(JSON.parse(json.stdout)).to.deep.equal({ oid: sha256(Buffer.from('b')), path: 'in/b', size: 1, would: 'nothing' });
  });

  it('calls what lies in a clone by its path there', async () => {
    const scene = await begin();
    await computer.git(scene.folder, 'init', '--quiet');
    await put(scene, { 'data/one/a': '1', 'data/two/a': '2' });
    const { stdout } = await scene.run('data/one', 'data/two/');
    expect(await namesOf(scene, stdout)).to.have.members(['data/one/a', 'data/two/a']);
  });

  it('stores what the patterns take, and nothing of git', async () => {
    const scene = await begin();
    await computer.git(scene.folder, 'init', '--quiet');
    await put(scene, { 'a.bin': 'a', 'a.txt': 'text', 'old/b.bin': 'b', 'new/c.bin': 'c', 'new/d.safetensors': 'd' });
    const { code, stdout } = await scene.run('.', '--include', '*.bin', '--include', '*.safetensors', '--exclude', 'old');
    expect({ code, paths: stdout.split('\n').map((line) => line.slice(66)) }).to.deep.equal({
      code: 0,
      paths: ['a.bin', 'new/c.bin', 'new/d.safetensors', ''],
    });
  });

  it('follows no link, opens nothing special, and says so', async () => {
    const scene = await begin();
    await put(scene, { 'in/file': 'file', 'outside/secret': 'secret' });
    await symlink('../outside', join(scene.folder, 'in/folder link'));
    for (let at = 0; at < 12; at += 1) await symlink('/etc/passwd', join(scene.folder, `in/link ${at}`));
    await promisify(execFile)('mkfifo', [join(scene.folder, 'in/pipe')]);
    const { code, stdout, stderr } = await scene.run('in');
    expect({ code, stdout }).to.deep.equal({ code: 0, stdout: `${sha256(Buffer.from('file'))}  in/file\n` });
    const said = stderr.trimEnd().split('\n');
    expect(said.filter((line) => line.endsWith(' is a symbolic link, and left out'))).to.have.length(10);
    expect(said).to.include('svc: in/pipe is neither a file nor a folder, and left out');
    const end = 'already stored; left out: 13 symbolic links, 1 special file; sent';
    expect(said.at(-1)).to.match(new RegExp(`^svc: 1 file: 1 sent, 0 ${end} `));
    const json = await scene.run('in', '--json');
    const results = json.stdout
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(results).to.have.length(15);
    expect(results).to.deep.include({ path: 'in/pipe', left_out: 'special' });
    expect(json.stderr).to.match(new RegExp(`^svc: 1 file: 0 sent, 1 ${end} 0 bytes of 4 bytes, [\\d.]+ s\n$`));
  });

  it('stores all the others where one cannot be read, and fails then', async () => {
    const scene = await begin();
    await put(scene, { 'in/a': 'a', 'in/z': 'z' });
    await writeFile(Buffer.from(`${scene.folder}/in/caf\xe9\u001b`, 'latin1'), 'coffee');
    const { code, stdout, stderr } = await scene.run('in');
    expect({ code, paths: stdout.split('\n').map((line) => line.slice(66)) }).to.deep.equal({
      code: 1,
      paths: ['in/a', 'in/z', ''],
    });
    expect(stderr.split('\n').map((line) => line.replace(/; sent .*/, ''))).to.deep.equal([
      'svc: in/caf\ufffd? has a name that is no UTF-8',
      'svc: 2 files: 2 sent, 0 already stored',
      'svc: 1 file was not pushed',
      '',
    ]);
  });

  it('is done when there is nothing in it', async () => {
    const scene = await begin();
    const { code, stdout, stderr } = await scene.run('.');
    expect({ code, stdout }).to.deep.equal({ code: 0, stdout: '' });
    expect(stderr).to.match(/^svc: 0 files: 0 sent, 0 already stored; sent 0 bytes of 0 bytes, [\d.]+ s\n$/);
  });
});
