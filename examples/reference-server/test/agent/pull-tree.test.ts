import { chmod, lstat, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { bytesNamed, sha256 } from '../client/test-object.js';
import type { GitClient } from '../git-lfs/git-client.js';
import { createLfsWorld, type LfsWorld } from '../git-lfs/lfs-world.js';
import { commitPointer } from '../git-lfs/working-copy.js';
import { runAgent, startAgent } from './agent-process.js';
import { createIndexedClone, type IndexedClone } from './indexed-clone.js';
import { receivedBytes } from './tree-traffic.js';

const isCopy = (told: unknown): boolean => typeof told === 'object' && told !== null && 'via' in told && told.via === 'copy';

describe('svc pull of a path', () => {
  let world: LfsWorld;
  let computer: GitClient;
  let token: string;
  let clone: IndexedClone;
  let folders = 0;
  const large = bytesNamed('large', 3_000_000);
  const models = Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [`models/small/${at}.bin`, bytesNamed(`small ${at}`, 100 + at)]),
  );

  before(async () => {
    world = await createLfsWorld({ RATE_LIMIT_RPS: '1000', RATE_LIMIT_BURST: '2000' });
    computer = await world.newComputer();
    token = await world.createToken();
    clone = await createIndexedClone(world, computer, token);
    const { copy } = clone;
    await copy.commit({ ...models, 'models/large.bin': large.subarray(1), 'other/x.bin': 'x' });
    await copy.git('tag', 'v1');
    await copy.commit({ 'models/large.bin': large, 'a@b/c.bin': 'c', 'models/run.bin': 'run' });
    await chmod(join(copy.path, 'models/run.bin'), 0o755);
    const copies = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`copies/${at % 3}/${at}.bin`, 'again']));
    await copy.commit({ ...copies, 'copies/run.bin': 'again', 'copies/large.bin': large, 'copies/larger.bin': large });
    await chmod(join(copy.path, 'copies/run.bin'), 0o755);
    await copy.commit({});
    // In chunks, as the agent stores it; the other ones whole, as git-lfs does.
    expect((await clone.svc('push', 'models/large.bin')).code).to.equal(0);
    await clone.publish();
  });
  after(() => world.close());
  beforeEach(() => world.proxy.forget());
  afterEach(() => world.proxy.interfere(() => undefined));

  /** An empty folder to pull into. */
  const newFolder = async (): Promise<string> => {
    folders += 1;
    const folder = join(computer.root, `pulled ${folders}`);
    await mkdir(folder);
    return folder;
  };
  const pull = (folder: string, ...args: readonly string[]) =>
    runAgent(computer, ['pull', ...args], { ...clone.options, folder });
  const pulled = async (folder: string, ...args: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await pull(folder, ...args);
    expect({ code, stderr: stderr.replace(/^svc: \d+ files? of [0-9a-f]{10}: .*\n$/, '') }).to.deep.equal({
      code: 0,
      stderr: '',
    });
    return stdout;
  };
  const filesIn = async (folder: string): Promise<readonly string[]> =>
    (await readdir(folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));

  it('writes what is in a folder into a folder, each file with its bytes and whether it may be executed', async () => {
    const folder = await newFolder();
    const printed = await pulled(folder, 'models', '-o', 'out/put');
    expect(printed.split('\n'))
      .to.include(`${sha256(large)}  out/put/large.bin`)
      .and.have.length(15);
    expect((await readFile(join(folder, 'out/put/large.bin'))).equals(large)).to.equal(true);
    for (const [path, bytes] of Object.entries(models)) {
      const file = join(folder, 'out/put', path.slice('models/'.length));
      expect((await readFile(file)).equals(Buffer.from(bytes)), path).to.equal(true);
      expect((await lstat(file)).mode & 0o111, path).to.equal(0);
    }
    expect((await lstat(join(folder, 'out/put/run.bin'))).mode & 0o111).to.not.equal(0);
    expect(world.proxy.exchanges.filter(({ path }) => path.endsWith('/downloads/authorize'))).to.have.length.below(4);
  });

  it('fetches in chunks what is stored so', async () => {
    const printed = await pulled(await newFolder(), 'models/large.bin', '--json');
    expect(JSON.parse(printed)).to.include({ oid: sha256(large), path: 'large.bin', size: large.length, via: 'chunks' });
  });

  it('takes a ref behind an @, or from --ref', async () => {
    const folder = await newFolder();
    await pulled(folder, 'models/large.bin@v1', '-o', 'old');
    expect((await readFile(join(folder, 'old'))).equals(Buffer.from(large.subarray(1)))).to.equal(true);
    await pulled(folder, 'a@b/c.bin@main');
    await pulled(folder, 'a@b', '--ref', 'main', '-o', 'c');
    await pulled(folder, 'a@b@', '-o', 'd');
    expect(await filesIn(folder)).to.have.members(['old', 'c.bin', 'c/c.bin', 'd/c.bin']);
    const { code, stderr } = await pull(folder, 'a@b/c.bin');
    expect(code).to.equal(1);
    expect(stderr).to.contain('no branch, tag or commit b/c.bin; where a path has an @ in it, name the ref with --ref');
  });

  it('takes of a folder what the patterns leave', async () => {
    const folder = await newFolder();
    await pulled(folder, '.@v1', '--include', '*.bin', '--exclude', 'small', '--exclude', '/other/');
    expect(await filesIn(folder)).to.deep.equal(['models/large.bin']);
  });

  it('keeps what is there and the same, and fetches it not again', async () => {
    const folder = await newFolder();
    const first = await pulled(folder, 'models');
    await chmod(join(folder, 'run.bin'), 0o644);
    world.proxy.forget();
    const { stdout, stderr } = await pull(folder, 'models');
    expect(stdout.split('\n').toSorted()).to.deep.equal(first.split('\n').toSorted());
    expect(stderr).to.match(/: 0 fetched, 14 already there; received 0 bytes of 3 MB, [\d.]+ s\n$/);
    expect(world.proxy.exchanges.map(({ path }) => path.split('/').at(-1))).to.deep.equal(['tree']);
    expect((await lstat(join(folder, 'run.bin'))).mode & 0o111).to.not.equal(0);
  });

  it('fetches once what lies at several paths, and copies it to the others', async () => {
    const folder = await newFolder();
    const printed = await pulled(folder, 'copies', '--json');
    const told = printed
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(told.filter((each) => isCopy(each))).to.have.length(41);
    expect((await lstat(join(folder, 'run.bin'))).mode & 0o111).to.not.equal(0);
    for (let at = 0; at < 40; at += 1) expect(await readFile(join(folder, `${at % 3}/${at}.bin`), 'utf8')).to.equal('again');
    expect((await readFile(join(folder, 'large.bin'))).equals(large)).to.equal(true);
    expect((await readFile(join(folder, 'larger.bin'))).equals(large)).to.equal(true);
    expect(receivedBytes(world.proxy)).to.be.below(large.length * 1.1);
    // What was there already is copied too.
    await rm(join(folder, '1'), { recursive: true });
    world.proxy.forget();
    await pulled(folder, 'copies');
    expect(world.proxy.exchanges.map(({ path }) => path.split('/').at(-1))).to.deep.equal(['tree']);
    expect(await readFile(join(folder, '1/4.bin'), 'utf8')).to.equal('again');
  });

  it('says in a dry run what would be fetched and what is in its way, and writes nothing', async () => {
    const folder = await newFolder();
    await pulled(folder, 'models', '-o', 'out', '--include', 'large.bin');
    await writeFile(join(folder, 'out/small'), 'in the way');
    world.proxy.forget();
    const dry = await pull(folder, 'models', '-o', 'out', '--dry-run', '--exclude', '1*.bin');
    expect(dry.code).to.equal(1);
    expect(dry.stdout).to.match(/^[0-9a-f]{64} {2}out\/run\.bin\n$/);
    expect(dry.stderr)
      .to.contain('svc: out/small is there already, and is no folder; --force replaces it\n')
      .and.contain('1 would be fetched, 1 already there');
    expect(await filesIn(folder)).to.have.members(['out/large.bin', 'out/small']);
    const nowhere = await pull(folder, 'models', '-o', 'new', '--dry-run');
    expect(nowhere.code).to.equal(0);
    expect(nowhere.stderr).to.match(/14 would be fetched, 0 already there; would receive at most 3 MB of 3 MB, /);
    expect(world.proxy.exchanges.map(({ path }) => path.split('/').at(-1))).to.deep.equal(['tree', 'tree']);
    const byOid = await pull(folder, sha256(large), '-o', 'new.bin', '--dry-run');
    expect({ code: byOid.code, stdout: byOid.stdout }).to.deep.equal({ code: 0, stdout: `${sha256(large)}  new.bin\n` });
    expect(await filesIn(folder)).to.have.members(['out/large.bin', 'out/small']);
  });

  it('leaves other files alone, writes all the rest and fails; with --force it replaces them', async () => {
    const folder = await newFolder();
    await writeFile(join(folder, 'large.bin'), 'mine');
    await mkdir(join(folder, 'run.bin'));
    const { code, stdout, stderr } = await pull(folder, 'models');
    expect(code).to.equal(1);
    expect(stdout.trimEnd().split('\n')).to.have.length(12);
    expect(stderr.split('\n')).to.include.members([
      'svc: large.bin is there already, and has other bytes; --force replaces it',
      'svc: run.bin is there already, and is a folder',
      'svc: 2 files were not written',
    ]);
    expect(await readFile(join(folder, 'large.bin'), 'utf8')).to.equal('mine');
    const forced = await pull(folder, 'models', '--force');
    expect(forced.stderr).to.contain('svc: 1 file was not written\n');
    expect((await readFile(join(folder, 'large.bin'))).equals(large)).to.equal(true);
  });

  /** A folder whose path has so many bytes. */
  const folderOfLength = async (bytes: number): Promise<string> => {
    let path = await newFolder();
    while (bytes - path.length > 200) path = join(path, 'x'.repeat(100));
    path = join(path, 'x'.repeat(bytes - path.length - 1));
    await mkdir(path, { recursive: true });
    return path;
  };

  it('writes the rest where the system refuses some of the files, names these, counts them and fails', async () => {
    // Linux takes paths of up to 4,095 bytes. A file is written under a name with 18 more until it is whole.
    const half = await folderOfLength(4095 - '/9.bin'.length - 18);
    const { code, stdout, stderr } = await pull(half, 'models/small');
    expect(code).to.equal(1);
    expect(stdout.trimEnd().split('\n')).to.have.length(10);
    expect(stderr).to.match(
      /^(?:svc: 1[01]\.bin cannot be written \(ENAMETOOLONG\)\n){2}svc: 10 files of .*: 10 fetched, 0 already there; left out: 2 files that could not be written; received .*\nsvc: 2 files were not written\n$/,
    );
    const other = await folderOfLength(4095 - '/run.bin'.length - 18);
    const json = await pull(other, 'models', '--exclude', 'small', '--json');
    expect(json.code).to.equal(1);
    expect(json.stdout).to.contain('{"path":"large.bin","left_out":"unwritable"}\n').and.contain('"path":"run.bin"');
    expect(await filesIn(other)).to.deep.equal(['run.bin']);
    const single = await pull(await newFolder(), 'models/large.bin', '-o', 'no/where');
    expect(single.code).to.equal(1);
    expect(single.stderr).to.match(
      /^svc: no\/where cannot be written \(ENOENT\)\nsvc: 0 files of .*\nsvc: 1 file was not written\n$/,
    );
  });

  it('writes through no link that is there', async () => {
    const folder = await newFolder();
    await mkdir(join(folder, 'outside'));
    await mkdir(join(folder, 'in'));
    await symlink('../outside', join(folder, 'in/small'));
    const { code, stderr } = await pull(folder, 'models', '-o', 'in');
    expect(code).to.equal(1);
    expect(stderr).to.contain('in/small is there already, and is no folder; --force replaces it');
    expect(await readdir(join(folder, 'outside'))).to.deep.equal([]);
    await pulled(folder, 'models', '-o', 'in', '--force');
    expect(await readdir(join(folder, 'outside'))).to.deep.equal([]);
    expect(await readdir(join(folder, 'in/small'))).to.have.length(12);
  });

  it('names what is not stored, and fails unless it may be missing', async () => {
    const folder = await newFolder();
    const lacking = await createIndexedClone(world, computer, token);
    await lacking.copy.commit({ 'there.bin': 'there' });
    await lacking.publish();
    await commitPointer(lacking.copy, 'gone.bin', 'b'.repeat(64), 7);
    await runAgent(computer, ['index', '--local'], lacking.options);
    const run = (...args: readonly string[]) =>
      runAgent(computer, ['pull', '.', '--include', '*.bin', ...args], { ...lacking.options, folder });
    const { code, stderr } = await run();
    expect(code).to.equal(1);
    expect(stderr).to.match(
      /^svc: gone\.bin is not stored\nsvc: 1 file of .*; left out: 1 file that is not stored; received .*\nsvc: 1 file is not stored\n$/,
    );
    expect(await filesIn(folder)).to.deep.equal(['there.bin']);
    const allowed = await run('--allow-missing', '--json');
    expect(allowed.code).to.equal(0);
    expect(
      allowed.stdout
        .trimEnd()
        .split('\n')
        .map((line): unknown => JSON.parse(line)),
    ).to.deep.include({
      path: 'gone.bin',
      left_out: 'not_stored',
      oid: 'b'.repeat(64),
    });
  });

  it('goes on after it was cut off, and has left nothing half-written', async () => {
    const folder = await newFolder();
    world.proxy.interfere(({ path }) => (path.includes('/packs/') ? { kind: 'stall_response', afterBytes: 1000 } : undefined));
    const isAsked = (): boolean =>
      world.proxy.exchanges.some(({ path, status }) => path.includes('/packs/') && status !== undefined);
    const running = startAgent(computer, ['pull', 'models'], { ...clone.options, folder });
    await waitUntil('something has been received', isAsked);
    running.signal('SIGINT');
    expect((await running.outcome).code).to.equal(130);
    world.proxy.interfere(() => undefined);
    for (const name of await filesIn(folder)) expect(name).to.match(/\.bin$/);
    await pulled(folder, 'models');
    expect(await filesIn(folder)).to.have.length(14);
  });

  it('says in a line why nothing is pulled', async () => {
    const folder = await newFolder();
    await writeFile(join(folder, 'file'), '');
    const failures: readonly (readonly [readonly string[], string])[] = [
      [['nothing'], 'there is no nothing in the default branch; looked for in repository'],
      [['models', 'other'], 'models is no SHA-256 in lower-case hex, and of paths one is pulled at a time'],
      [['models', '-o', 'file'], 'file cannot be a folder (EEXIST)'],
      [['../models'], '../models is no path of a file or a folder in a repository'],
    ];
    for (const [args, message] of failures) {
      const { code, stdout, stderr } = await pull(folder, ...args);
      expect(stderr, args.join(' '))
        .to.match(/^svc: [^\n]+\n$/)
        .and.contain(message);
      expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
      expect(await readdir(folder)).to.deep.equal(['file']);
    }
  });
});
