import { once } from 'node:events';
import { chmod, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { z } from 'zod';
import { bytesNamed, sha256 } from '../client/test-object.js';
import type { GitClient } from '../git-lfs/git-client.js';
import { createLfsWorld, type LfsWorld, type RepositoryName } from '../git-lfs/lfs-world.js';
import { commitPointer } from '../git-lfs/working-copy.js';
import { runAgent, runAgentProcess, startAgent } from './agent-process.js';
import { createIndexedClone, type IndexedClone } from './indexed-clone.js';

const batchRequest = z.object({ objects: z.array(z.object({ oid: z.string(), size: z.number() })) });

const foreseenIn = z.object({ path: z.string(), outcome: z.string(), would: z.string() });
/** What a line of a dry run says of a file of the folder. */
const wouldIn = (line: string): string => {
  const { path, outcome, would } = foreseenIn.parse(JSON.parse(line));
  return `${path.slice(path.indexOf('to import/') + 'to import/'.length)}: ${outcome}, ${would}`;
};

/** What the command says of itself at the end, for programs. */
const totalsIn = (stdout: string): unknown => JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');

describe('svc import', () => {
  let world: LfsWorld;
  let computer: GitClient;
  let token: string;
  /** Its objects are in one repository, and come over into others. */
  let clone: IndexedClone;
  const large = bytesNamed('large', 3_000_000);
  const small = Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [`small/${at}.bin`, bytesNamed(`small ${at}`, 100 + at)]),
  );
  const files = { ...small, 'large.bin': large, 'empty.bin': Buffer.alloc(0) };
  const oids = [...Object.values(small), large].map((bytes) => sha256(bytes));
  let targets = 0;

  before(async () => {
    world = await createLfsWorld({ RATE_LIMIT_RPS: '1000', RATE_LIMIT_BURST: '2000' });
    computer = await world.newComputer();
    token = await world.createToken();
    clone = await createIndexedClone(world, computer, token);
    await clone.copy.commit({ ...files, 'readme.txt': 'no pointer' });
    // What only an old commit has comes over as well.
    await clone.copy.git('rm', '--quiet', 'small/0.bin');
    await clone.copy.commit({ 'again.bin': large });
    await clone.publish();
  });
  after(() => world.close());
  beforeEach(() => world.proxy.forget());
  afterEach(() => world.proxy.interfere(() => undefined));

  const newTarget = (): Promise<RepositoryName> => {
    targets += 1;
    return world.createRepository(`target ${targets}`);
  };
  const optionsFor = ({ id }: RepositoryName) => ({
    folder: clone.options.folder,
    env: { SVC_URL: world.proxy.url, SVC_REPOSITORY: id, SVC_TOKEN: token },
  });
  const into = (target: RepositoryName, ...args: readonly string[]) =>
    runAgent(computer, ['import', ...args], optionsFor(target));
  /** What git-lfs itself has left there is none of ours. */
  const leftovers = async (): Promise<readonly string[]> =>
    (await readdir(join(clone.options.folder, '.git/lfs/tmp'))).filter((name) => name.includes('-svc'));

  it('brings over what all of the history stands for, and says that it is complete', async () => {
    const target = await newTarget();
    const importing = ['import', clone.repository.lfsUrl];
    const { code, stdout, stderr } = await runAgentProcess(computer, importing, optionsFor(target));
    expect({ code, stderr }).to.deep.include({ code: 0 });
    expect(stderr).to.match(
      /^svc: 13 objects \(3 MB\): 0 already stored \(0 bytes\), 13 came over \(3 MB\), 0 missing \(0 bytes\); sent 3(?:\.\d+)? MB of 3 MB, [\d.]+ s\n$/,
    );
    expect(stdout)
      .to.contain(`${sha256(large)}  `)
      .and.contain('  small/0.bin\n');
    expect(await world.listedOids(target)).to.have.members(oids);
    const again = await into(target, clone.repository.lfsUrl, '--json');
    expect(totalsIn(again.stdout)).to.deep.include({
      complete: true,
      present: { objects: 13, bytes: 3_001_266 },
      imported: { objects: 0, bytes: 0 },
      missing: { objects: 0, bytes: 0 },
      sent_bytes: 0,
    });
    expect(await leftovers()).to.deep.equal([]);
  });

  it('takes the URL of a Git repository, also without its .git, the patterns and the branches that it is given', async () => {
    const target = await newTarget();
    const gitUrl = `${world.proxy.url}/api/v1/repositories/${clone.repository.id}`;
    const { code, stderr } = await into(target, `${gitUrl}.git`, '--include', 'small', '--exclude', '1*.bin', '--ref', 'main');
    expect(code, stderr).to.equal(0);
    expect(await world.listedOids(target)).to.have.length(9);
    const dry = await into(target, gitUrl, '--dry-run');
    expect(dry.stderr).to.match(/9 already stored \(944 bytes\), 4 would come over \(3 MB\), 0 missing/);
    expect(await world.listedOids(target)).to.have.length(9);
  });

  it('goes on where it was ended, and leaves nothing half', async () => {
    const target = await newTarget();
    world.proxy.interfere(({ path, method }) =>
      method === 'GET' && path.includes(sha256(large)) ? { kind: 'stall_response', afterBytes: 100_000 } : undefined,
    );
    const running = startAgent(computer, ['import', clone.repository.lfsUrl], optionsFor(target));
    await waitUntil('the large one is under way', () =>
      world.proxy.exchanges.some(
        ({ path, method, status }) => method === 'GET' && path.includes(sha256(large)) && status === 200,
      ),
    );
    running.signal('SIGINT');
    const { code, stderr } = await running.outcome;
    expect(code).to.equal(130);
    expect(stderr).to.contain('svc: interrupted; what has come over is stored, and the same command brings the rest\n');
    expect(await leftovers()).to.deep.equal([]);
    const stored = (await world.listedOids(target)).length;
    world.proxy.interfere(() => undefined);
    const { stdout } = await into(target, clone.repository.lfsUrl, '--json');
    expect(totalsIn(stdout)).to.deep.include({ complete: true }).and.have.nested.property('present.objects', stored);
    expect(await world.listedOids(target)).to.have.members(oids);
  });

  it('goes on in the middle of an object when the connection breaks', async () => {
    const target = await newTarget();
    let cuts = 0;
    world.proxy.interfere(({ path, method }) => {
      if (method !== 'GET' || !path.includes(sha256(large)) || cuts === 2) return undefined;
      cuts += 1;
      return { kind: 'cut_response', afterBytes: 1_200_000 };
    });
    const { code, stderr } = await into(target, clone.repository.lfsUrl);
    expect(code, stderr).to.equal(0);
    const ranges = world.proxy.exchanges.flatMap(({ path, method, headers }) =>
      method === 'GET' && path.includes(sha256(large)) ? [headers.range] : [],
    );
    expect(ranges).to.have.length(3);
    expect(ranges.slice(1).every((range) => /^bytes=\d+-$/.test(range ?? ''))).to.equal(true);
  });

  describe('from a server that lacks things', () => {
    let server: Server;
    let url: string;
    let asked: { readonly path: string; readonly authorization: string | undefined }[] = [];
    const [good, corrupt, moved] = [bytesNamed('good', 2000), bytesNamed('corrupt', 2000), bytesNamed('moved', 2000)];
    const gone = 'c'.repeat(64);
    let folder: string;

    /** What Git LFS asks of any server: where objects are, and their bytes. */
    before(async () => {
      const bodies = new Map([
        [sha256(good), good],
        [sha256(corrupt), good],
        [sha256(moved), moved],
      ]);
      server = createServer((request, response) => {
        const path = request.url ?? '';
        asked.push({ path, authorization: request.headers.authorization });
        const answer = async (): Promise<void> => {
          if (path.startsWith('/bytes/')) {
            const [oid = ''] = path.split('/').slice(-1);
            if (oid === sha256(moved)) response.writeHead(302, { location: `http://localhost:${portOf()}/moved/${oid}` }).end();
            else response.end(bodies.get(oid));
          } else if (path.startsWith('/moved/')) {
            response.end(moved);
          } else {
            const { objects } = batchRequest.parse(JSON.parse(await text(request)));
            response.setHeader('content-type', 'application/vnd.git-lfs+json').end(
              JSON.stringify({
                objects: objects.map(({ oid, size }) =>
                  bodies.has(oid)
                    ? { oid, size, authenticated: null, actions: { download: { href: `${url}/bytes/${oid}` } } }
                    : { oid, size, error: { code: 404, message: 'Object does not exist' } },
                ),
              }),
            );
          }
        };
        void answer();
      }).listen(0, '127.0.0.1');
      const portOf = (): number => {
        const address = server.address();
        return typeof address === 'object' ? (address?.port ?? 0) : 0;
      };
      await once(server, 'listening');
      url = `http://127.0.0.1:${portOf()}`;
      const other = await createIndexedClone(world, computer, token);
      for (const [name, bytes] of Object.entries({ good, corrupt, moved })) {
        await commitPointer(other.copy, `${name}.bin`, sha256(bytes), bytes.byteLength);
      }
      await commitPointer(other.copy, 'gone.bin', gone, 7777);
      folder = other.options.folder;
    });
    after(() => server.close());
    beforeEach(() => {
      asked = [];
    });

    it('names what is missing and why, fails, and brings all the rest', async () => {
      const target = await newTarget();
      const { code, stdout, stderr } = await runAgent(computer, ['import', url], { ...optionsFor(target), folder });
      expect(code).to.equal(1);
      expect(stderr.split('\n')).to.include.members([
        'svc: gone.bin is missing: the source answers 404: Object does not exist',
        'svc: corrupt.bin is missing: the source has other bytes, whose SHA-256 is not the oid',
        'svc: 2 objects are missing',
      ]);
      expect(stderr).to.contain('2 came over (4 kB), 2 missing (9.78 kB)');
      expect(stdout.split('\n').toSorted()).to.deep.equal(
        ['', `${sha256(good)}  good.bin`, `${sha256(moved)}  moved.bin`].toSorted(),
      );
      expect(await world.listedOids(target)).to.have.members([sha256(good), sha256(moved)]);
      const json = await runAgent(computer, ['import', url, '--json'], { ...optionsFor(target), folder });
      expect(json.code).to.equal(1);
      expect(json.stdout).to.contain(`{"oid":"${gone}","path":"gone.bin","size":7777,"outcome":"missing"`);
      expect(totalsIn(json.stdout)).to.deep.include({ complete: false, missing: { objects: 2, bytes: 9777 } });
    });

    it('shows the login that git has for it to it alone', async () => {
      const login = new URL(url);
      login.username = 'me';
      login.password = 'pass';
      await runAgent(computer, ['import', login.href], { ...optionsFor(await newTarget()), folder });
      const basic = `Basic ${Buffer.from('me:pass').toString('base64')}`;
      expect(asked.filter(({ path }) => path === '/objects/batch').map(({ authorization }) => authorization)).to.include(basic);
      expect(asked.filter(({ path }) => path.startsWith('/moved/')).map(({ authorization }) => authorization)).to.deep.equal([
        undefined,
      ]);
    });
  });

  it('brings over the files of a folder, and says which it could not read', async () => {
    const target = await newTarget();
    const folder = join(computer.root, 'to import');
    await mkdir(join(folder, 'in'), { recursive: true });
    await writeFile(join(folder, 'in/a'), 'a');
    await writeFile(join(folder, 'b'), large);
    await symlink('b', join(folder, 'link'));
    await writeFile(Buffer.from(`${folder}/caf\xe9`, 'latin1'), 'coffee');
    await chmod(join(folder, 'b'), 0o600);
    const foreseen = async (): Promise<readonly unknown[]> => {
      const { stdout } = await into(target, folder, '--dry-run', '--json');
      return stdout.trimEnd().split('\n').slice(0, -1).map(wouldIn);
    };
    expect(await foreseen()).to.have.members(['b: foreseen, send', 'in/a: foreseen, send', 'caf\ufffd: missing, nothing']);
    const first = await into(target, folder);
    expect(first.code).to.equal(1);
    expect(first.stderr).to.contain('link is a symbolic link, and left out').and.contain('has a name that is no UTF-8');
    expect(first.stderr).to.contain('3 objects (3 MB): 0 already stored (0 bytes), 2 came over (3 MB), 1 missing (');
    expect(await world.listedOids(target)).to.have.members([sha256(Buffer.from('a')), sha256(large)]);
    expect(await foreseen()).to.have.members(['b: present, nothing', 'in/a: present, nothing', 'caf\ufffd: missing, nothing']);
    const again = await into(target, folder, '--exclude', 'caf*', '--json');
    expect(again.code, again.stderr).to.equal(0);
    expect(totalsIn(again.stdout)).to.deep.include({ complete: true, present: { objects: 2, bytes: 3_000_001 } });
  });

  it('says in one line why it cannot begin', async () => {
    const target = await newTarget();
    for (const [source, line] of [
      ['nothing', 'nothing is neither an http(s) URL nor a folder'],
      ['ssh://git@git.example/a/b', 'the source: The URL is neither https nor http.'],
      ['http://git.example/a/b.git', 'the source: Plain http to git.example'],
      ['http://127.0.0.1:2', 'the source: The connection to the service failed: connect ECONNREFUSED'],
      [
        `${world.proxy.url}/no/thing`,
        `the source: There is no Git LFS at ${world.proxy.url}/no/thing, nor at ${world.proxy.url}/no/thing.git/info/lfs: `,
      ],
      [
        (await newTarget()).lfsUrl.replace('//', '//me:wrong@'),
        'the source wants another login than git has for it (401); see git credential',
      ],
    ] as const) {
      const { code, stdout, stderr } = await into(target, source);
      expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
      expect(stderr, source)
        .to.match(/^svc: [^\n]+\n$/)
        .and.contain(line);
    }
  });
});
