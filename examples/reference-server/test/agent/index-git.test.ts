import { createSeededRandom } from '@svc/conformance';
import { makeScratchRepository, randomHistory, type ScratchRepository } from '@svc/test-services/git-histories';
import { expect } from 'chai';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { runHere } from '../../../../packages/agent/test/rigs/run-here.js';
import { read } from '../client/exchange.js';
import { sha256 } from '../client/test-object.js';
import type { GitClient } from '../git-lfs/git-client.js';
import { createLfsWorld, type LfsWorld, type RepositoryName } from '../git-lfs/lfs-world.js';
import { agent, type AgentOptions, runAgent, startAgent } from './agent-process.js';

const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 32));

const stateAnswer = z.object({
  index: z.object({
    indexed: z.boolean(),
    object_format: z.string().optional(),
    generation: z.number(),
    commits: z.number(),
    complete_at: z.string().optional(),
    refs: z.array(z.object({ name: z.string(), target: z.string(), tag_id: z.string().optional() })),
  }),
});
const treeAnswer = z.object({
  entries: z.array(z.object({ name: z.string(), oid: z.string().optional(), is_stored: z.boolean() })),
});
const artifactsAnswer = z.object({ artifacts: z.array(z.object({ name: z.string().optional() })) });
const summary = z.object({
  generation: z.number(),
  commits: z.number(),
  changed_refs: z.array(z.object({ name: z.string() })),
  refs_ahead: z.array(z.string()),
  refs_unknown: z.array(z.string()),
  missing_objects: z.number().nullable(),
  files: z.object({ stored: z.number(), new: z.number(), too_large: z.number(), cut: z.boolean() }).nullable(),
});

describe('svc index', () => {
  let world: LfsWorld;
  let computer: GitClient;
  let token: string;
  let repositories = 0;
  const scratches: ScratchRepository[] = [];
  before(async () => {
    world = await createLfsWorld({ RATE_LIMIT_RPS: '1000', RATE_LIMIT_BURST: '2000' });
    computer = await world.newComputer();
    token = await world.createToken();
  });
  after(async () => {
    await world.close();
    for (const scratch of scratches) await scratch.remove();
  });
  beforeEach(() => world.proxy.forget());
  afterEach(() => world.proxy.interfere(() => undefined));

  interface Scene {
    readonly repository: RepositoryName;
    readonly scratch: ScratchRepository;
    readonly options: AgentOptions & { readonly env: Readonly<Record<string, string>> };
  }

  const begin = async (format: 'sha1' | 'sha256' = 'sha1', isBare = true): Promise<Scene> => {
    repositories += 1;
    const repository = await world.createRepository(`indexed ${repositories}`);
    const scratch = await makeScratchRepository(format, isBare);
    scratches.push(scratch);
    const env = { SVC_URL: world.proxy.url, SVC_REPOSITORY: repository.id, SVC_TOKEN: token };
    return { repository, scratch, options: { env, folder: scratch.folder } };
  };

  const index = async ({ options }: Scene, ...args: readonly string[]) =>
    summary.parse(JSON.parse(await agent(computer, ['index', '--json', ...args], options)));

  const stateOf = async ({ repository }: Scene) =>
    read(await world.call(world.owner, 'GET', `/repositories/${repository.id}/index/state`), 200, stateAnswer).index;

  /** `name target` of each branch and tag, as git lists them and as the service has them. */
  const listedRefs = async ({ scratch }: Scene): Promise<readonly string[]> => {
    const format = '--format=%(if)%(*objectname)%(then)%(*objectname)%(else)%(objectname)%(end) %(refname)';
    const lines = (await scratch.git(['for-each-ref', format, 'refs/heads', 'refs/tags'])).trim().split('\n');
    return lines.map((line) => line.split(' ').toReversed().join(' ')).toSorted();
  };
  const indexedRefs = async (scene: Scene): Promise<readonly string[]> =>
    (await stateOf(scene)).refs.map(({ name, target }) => `${name} ${target}`).toSorted();

  const countCommits = async ({ scratch }: Scene): Promise<number> => Number(await scratch.git(['rev-list', '--count', '--all']));

  /** Paths of the requests for the index, without what is before. */
  const sent = (): readonly string[] =>
    world.proxy.exchanges.flatMap(({ method, path }) =>
      path.includes('/index/') && method === 'POST' ? [path.split('/').at(-1) ?? ''] : [],
    );

  const commit = async ({ scratch }: Scene, files: Readonly<Record<string, string | Buffer>>): Promise<string> => {
    for (const [path, content] of Object.entries(files)) await writeFile(join(scratch.folder, path), content);
    await scratch.git(['add', '-A']);
    await scratch.git(['commit', '--quiet', '--allow-empty', '-m', 'a commit']);
    return (await scratch.git(['rev-parse', 'HEAD'])).trim();
  };

  for (const format of ['sha1', 'sha256'] as const) {
    it(`indexes a random history, its growth, and nothing twice (${format}, seed ${seed})`, async () => {
      const scene = await begin(format);
      const { git } = scene.scratch;
      const random = createSeededRandom(seed);
      await git(['fast-import', '--quiet', '--force'], randomHistory(random, 80, format));
      await git(['tag', '-a', '-m', 'Notes of a release', 'v1', 'main']);
      const first = await index(scene, '--no-store-files');
      expect(first.commits).to.equal(await countCommits(scene));
      expect(await indexedRefs(scene)).to.deep.equal(await listedRefs(scene));
      expect(await stateOf(scene)).to.include({ indexed: true, object_format: format, generation: 1, commits: first.commits });

      world.proxy.forget();
      expect(await index(scene)).to.deep.include({ commits: 0, changed_refs: [] });
      expect(sent()).to.deep.equal([]);

      await git(['tag', '-f', '-a', '-m', 'Better notes', 'v1', 'v1^{}']);
      expect((await index(scene)).changed_refs.map(({ name }) => name)).to.deep.equal(['refs/tags/v1']);
      const tag = (await stateOf(scene)).refs.find(({ name }) => name === 'refs/tags/v1');
      expect(tag?.tag_id).to.equal((await git(['rev-parse', 'v1'])).trim());

      // Another history takes the place of the branches: forced pushes, as it were.
      await git(['fast-import', '--quiet', '--force'], randomHistory(random, 30, format));
      await git(['update-ref', '-d', 'refs/tags/v1']);
      const second = await index(scene, '--no-store-files', '--prune');
      expect(second.changed_refs.map(({ name }) => name)).to.include('refs/tags/v1');
      expect(await indexedRefs(scene)).to.deep.equal(await listedRefs(scene));
    });
  }

  it('indexes trees as old versions of git and other programs wrote them, and leaves out what no path may be', async () => {
    const scene = await begin();
    const { git } = scene.scratch;
    const blobs = await Promise.all(['1', '2'].map(async (text) => (await git(['hash-object', '-w', '--stdin'], text)).trim()));
    const tree = async (...entries: readonly (readonly [mode: string, name: string, id: string | undefined])[]) => {
      const bytes = entries
        .map(([mode, name, id = '']) => `${mode} ${name}\0${Buffer.from(id, 'hex').toString('latin1')}`)
        .join('');
      return (await git(['hash-object', '-t', 'tree', '-w', '--literally', '--stdin'], bytes)).trim();
    };
    const commitOf = async (root: string, ...parents: readonly string[]) =>
      (await git(['commit-tree', root, '-m', 'odd', ...parents.flatMap((parent) => ['-p', parent])])).trim();
    const [one, two] = blobs;
    const long = 'n'.repeat(4097);
    const odd = await tree(['100664', 'a', one], ['0100644', 'b', one], ['100755', 'c', one]);
    const hidden = await tree(['100644', '.GIT', one], ['100644', 'x', one], ['100644', long, one]);
    const first = await commitOf(await tree(['40000', 'hidden', hidden], ['040000', 'odd', odd]));
    const nextOdd = await tree(['100664', 'a', one], ['0100644', 'b', two], ['100755', 'c', one]);
    const nextHidden = await tree(['100644', '.GIT', two], ['100644', 'x', two], ['100644', long, one]);
    const second = await commitOf(await tree(['40000', 'hidden', nextHidden], ['040000', 'odd', nextOdd]), first);
    const third = await commitOf(await tree(['40000', 'hidden', nextHidden], ['40000', 'odd', nextOdd]), second);
    await git(['update-ref', 'refs/heads/main', third]);
    const output = await agent(computer, ['index', '--no-store-files'], scene.options);
    expect(output).to.match(/indexed 3 commits, 1 ref; generation 1\n/);
    expect(output).to.contain(
      '3 paths of these commits left out: git checks out no such name, or it is longer than 4,096 bytes\n',
    );
    expect(await indexedRefs(scene)).to.deep.equal(await listedRefs(scene));
  });

  it('indexes symbolic branches, tags with a NUL in them and pointers with extensions, and leaves out names that are too long', async () => {
    const scene = await begin('sha1', false);
    const { git } = scene.scratch;
    const extension = `ext-0-case-fold sha256:${'b'.repeat(64)}`;
    const pointer = `version https://git-lfs.github.com/spec/v1\n${extension}\noid sha256:${'a'.repeat(64)}\nsize 5\n`;
    const head = await commit(scene, { 'model.bin': pointer });
    const tag = `object ${head}\ntype commit\ntag v1\ntagger A\0B <a@b> 1 +0000\n\nnotes\0more\n`;
    await git(['tag', 'v1', (await git(['hash-object', '-t', 'tag', '-w', '--literally', '--stdin'], tag)).trim()]);
    await git(['symbolic-ref', 'refs/heads/trunk', 'refs/heads/main']);
    const refs = await listedRefs(scene);
    await git(['branch', `${'x'.repeat(200)}/`.repeat(6) + 'x']);
    expect((await index(scene, '--local')).missing_objects).to.equal(1);
    expect(await indexedRefs(scene)).to.deep.equal(refs);
  });

  it('sends of one more commit that one alone', async () => {
    const scene = await begin('sha1', false);
    for (let at = 0; at < 5; at += 1) await commit(scene, { [`file ${at}`]: `${at}` });
    await index(scene, '--local', '--no-store-files');
    await commit(scene, { more: 'more' });
    world.proxy.forget();
    expect((await index(scene, '--local', '--no-store-files')).commits).to.equal(1);
    expect(sent()).to.deep.equal(['sessions', 'commits', 'tree', 'finalize']);
    const bytes = world.proxy.exchanges.reduce((sum, { requestBytes }) => sum + requestBytes, 0);
    expect(bytes).to.be.below(3000);
  });

  it('says that these are all branches and tags with --complete alone, and not where the remote has one elsewhere', async () => {
    const scene = await begin('sha1', false);
    const { git } = scene.scratch;
    const remote = await makeScratchRepository();
    scratches.push(remote);
    await git(['remote', 'add', 'origin', remote.folder]);
    await commit(scene, { file: 'one' });
    await git(['push', '--quiet', 'origin', 'main', 'main:refs/heads/next']);
    await git(['fetch', '--quiet', 'origin']);
    await index(scene, '--no-store-files');
    expect(await stateOf(scene))
      .to.include({ generation: 1 })
      .and.not.have.property('complete_at');
    expect(await agent(computer, ['index', '--complete'], scene.options)).to.contain('these are all branches and tags');
    const { complete_at: completeAt, refs } = await stateOf(scene);
    expect(completeAt).to.be.a('string');
    expect(refs.map(({ name }) => name)).to.deep.equal(['refs/heads/main', 'refs/heads/next']);
    // Somebody else pushes.
    const commitId = (await git(['commit-tree', 'HEAD^{tree}', '-m', 'theirs'])).trim();
    await git(['push', '--quiet', remote.folder, `${commitId}:refs/heads/theirs`]);
    const behind = await runAgent(computer, ['index', '--complete'], scene.options);
    expect([behind.code, behind.stderr]).to.deep.equal([1, behind.stderr]);
    expect(behind.stderr).to.contain(
      'refs/heads/theirs is elsewhere at origin than here; first: git fetch --prune --tags origin',
    );
    expect((await stateOf(scene)).complete_at).to.equal(completeAt);
    await git(['push', '--quiet', remote.folder, ':refs/heads/next']);
    await git(['fetch', '--quiet', '--prune', '--tags', 'origin']);
    const { generation } = await index(scene, '--complete');
    expect((await stateOf(scene)).generation).to.equal(generation);
    expect((await stateOf(scene)).refs.map(({ name }) => name)).to.deep.equal(['refs/heads/main', 'refs/heads/theirs']);
    expect((await stateOf(scene)).complete_at).to.not.equal(completeAt);
  });

  it('goes on after it was killed: what has arrived is not sent again', async () => {
    const scene = await begin();
    const { git } = scene.scratch;
    await git(['fast-import', '--quiet', '--force'], randomHistory(createSeededRandom(seed), 1200, 'sha1'));
    const killed = startAgent(computer, ['index', '--no-store-files'], scene.options);
    world.proxy.interfere(({ path }) => {
      if (sent().filter((name) => name === 'tree').length < 3 || !path.endsWith('/tree')) return undefined;
      killed.signal('SIGKILL');
      return { kind: 'cut_request', afterBytes: 10 };
    });
    await killed.outcome;
    world.proxy.interfere(() => undefined);
    expect(await stateOf(scene))
      .to.include({ indexed: false })
      .and.deep.include({ refs: [] });
    const { commits } = await index(scene, '--no-store-files');
    expect(commits).to.be.below(await countCommits(scene));
    expect(await indexedRefs(scene)).to.deep.equal(await listedRefs(scene));
  });

  it('loses nothing when answers get lost', async () => {
    const scene = await begin();
    await scene.scratch.git(['fast-import', '--quiet', '--force'], randomHistory(createSeededRandom(seed), 60, 'sha1'));
    const lost = new Set<string>();
    world.proxy.interfere(({ path }) => {
      if (!path.includes('/index/') || lost.has(path)) return undefined;
      lost.add(path);
      return { kind: 'lose_response' };
    });
    await index(scene, '--no-store-files');
    expect(lost.size).to.be.at.least(5);
    expect(await indexedRefs(scene)).to.deep.equal(await listedRefs(scene));
  });

  it('is the same when two do it at once', async () => {
    const scene = await begin();
    await scene.scratch.git(['fast-import', '--quiet', '--force'], randomHistory(createSeededRandom(seed), 300, 'sha1'));
    await Promise.all([index(scene, '--no-store-files'), index(scene, '--no-store-files')]);
    expect(await indexedRefs(scene)).to.deep.equal(await listedRefs(scene));
    expect((await stateOf(scene)).commits).to.equal(await countCommits(scene));
  });

  it('lets the service know which branch HEAD of a bare repository names', async () => {
    const scene = await begin();
    const { git } = scene.scratch;
    await git(['fast-import', '--quiet', '--force'], randomHistory(createSeededRandom(seed), 10, 'sha1'));
    await git(['branch', '--quiet', 'work/trunk', 'main']);
    await git(['symbolic-ref', 'HEAD', 'refs/heads/work/trunk']);
    await index(scene, '--no-store-files');
    const answer = read(
      await world.call(world.owner, 'GET', `/repositories/${scene.repository.id}/overview`),
      200,
      z.object({ default_branch: z.string() }),
    );
    expect(answer.default_branch).to.equal('work/trunk');
  });

  it('lets the service know that HEAD names another branch where no branch has moved, once', async () => {
    const scene = await begin();
    const { git } = scene.scratch;
    await git(['fast-import', '--quiet', '--force'], randomHistory(createSeededRandom(seed), 10, 'sha1'));
    await git(['branch', '--quiet', 'work/trunk', 'main']);
    await index(scene, '--no-store-files');
    await git(['symbolic-ref', 'HEAD', 'refs/heads/work/trunk']);
    expect(await index(scene)).to.deep.include({ commits: 0, changed_refs: [], generation: 2 });
    const answer = read(
      await world.call(world.owner, 'GET', `/repositories/${scene.repository.id}/overview`),
      200,
      z.object({ default_branch: z.string() }),
    );
    expect(answer.default_branch).to.equal('work/trunk');
    // Neither what is known already nor a branch that is not there is told.
    expect(await index(scene)).to.include({ generation: 2, missing_objects: null, files: null });
    await git(['symbolic-ref', 'HEAD', 'refs/heads/none']);
    expect(await index(scene)).to.include({ generation: 2, missing_objects: null, files: null });
  });

  it('stores the files of the tips that are no pointers, and says how many', async () => {
    const scene = await begin('sha1', false);
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 5\n`;
    const large = Buffer.alloc(1024 * 1024 + 1, 'x');
    const medium = Buffer.alloc(600_000, 'y');
    await commit(scene, { README: 'read me', 'model.bin': pointer, large, medium });
    const { files, missing_objects } = await index(scene, '--local');
    expect(files).to.deep.equal({ stored: 2, new: 2, too_large: 1, cut: false });
    expect(missing_objects).to.equal(1);
    expect(await world.listedOids(scene.repository)).to.have.members([sha256(Buffer.from('read me')), sha256(medium)]);
    const shown = read(await world.call(world.owner, 'GET', `/repositories/${scene.repository.id}/tree`), 200, treeAnswer);
    expect(shown.entries.map(({ name, oid, is_stored }) => [name, oid, is_stored])).to.deep.equal([
      ['README', sha256(Buffer.from('read me')), true],
      ['large', undefined, false],
      ['medium', sha256(medium), true],
      ['model.bin', 'a'.repeat(64), false],
    ]);
    await commit(scene, { README: 'read me too' });
    expect((await index(scene, '--local')).files).to.include({ stored: 1, new: 1 });
    expect((await index(scene, '--local')).files).to.equal(null);
  });

  it('names the files that it stores by their paths, so that people find them', async () => {
    const scene = await begin('sha1', false);
    await mkdir(join(scene.scratch.folder, 'docs'));
    await commit(scene, { README: 'read me', 'docs/größe.md': 'how large' });
    await index(scene, '--local');
    const path = `/organizations/acme/artifacts?repo=${scene.repository.id}&sort=name`;
    const { artifacts } = read(await world.call(world.owner, 'GET', path), 200, artifactsAnswer);
    expect(artifacts.map(({ name }) => name)).to.deep.equal(['docs/größe.md', 'README']);
  });

  it('stores with --all-files what earlier runs have left out, without a new commit and beside one', async () => {
    const scene = await begin('sha1', false);
    await commit(scene, { README: 'read me', tagged: 'as it was' });
    await scene.scratch.git(['tag', 'v1']);
    await commit(scene, { tagged: 'as it is' });
    const { generation } = await index(scene, '--local', '--no-store-files');
    expect(await world.listedOids(scene.repository)).to.deep.equal([]);
    const late = await index(scene, '--local', '--all-files');
    expect(late).to.deep.include({ commits: 0, changed_refs: [], generation: generation + 1 });
    expect(late.files).to.deep.equal({ stored: 3, new: 3, too_large: 0, cut: false });
    const shown = read(await world.call(world.owner, 'GET', `/repositories/${scene.repository.id}/tree?ref=v1`), 200, treeAnswer);
    expect(shown.entries.map(({ name, oid, is_stored }) => [name, oid, is_stored])).to.deep.equal([
      ['README', sha256(Buffer.from('read me')), true],
      ['tagged', sha256(Buffer.from('as it was')), true],
    ]);
    await commit(scene, { tagged: 'as it will be' });
    expect((await index(scene, '--local', '--all-files')).files).to.deep.equal({ stored: 3, new: 1, too_large: 0, cut: false });
  });

  it('leaves branches alone that somebody has pushed since, unless the remote says otherwise', async () => {
    const scene = await begin('sha1', false);
    const { git } = scene.scratch;
    const origin = await makeScratchRepository();
    scratches.push(origin);
    const one = await commit(scene, { file: '1' });
    await git(['remote', 'add', 'origin', origin.folder]);
    await git(['push', '--quiet', 'origin', 'main']);
    expect((await index(scene)).changed_refs).to.have.length(1);
    // Somebody else pushes and indexes.
    await origin.git(
      ['fast-import', '--quiet'],
      `commit refs/heads/main\ncommitter A <a@b> 1600000000 +0000\ndata 3\ntwo\nfrom ${one}\n\n`,
    );
    await agent(computer, ['index'], { ...scene.options, folder: origin.folder });
    const [two] = await indexedRefs(scene);
    expect(await index(scene)).to.deep.include({ commits: 0, changed_refs: [], refs_ahead: ['refs/heads/main'] });
    expect(await indexedRefs(scene)).to.deep.equal([two]);
    // The remote is turned back, which a clone sees that was made since.
    await origin.git(['update-ref', 'refs/heads/main', one]);
    expect((await index(scene)).refs_ahead).to.deep.equal([]);
    expect(await indexedRefs(scene)).to.deep.equal([`refs/heads/main ${one}`]);
  });

  it('indexes a repository where somebody has begun with one of the other format, and has sent nothing that counts', async () => {
    const scene = await begin('sha256', false);
    await commit(scene, { file: '1' });
    const sessions = `/repositories/${scene.repository.id}/index/sessions`;
    expect((await world.call(world.owner, 'POST', sessions, { object_format: 'sha1' })).status).to.equal(201);
    expect((await index(scene, '--local')).commits).to.equal(1);
    expect(await stateOf(scene)).to.include({ object_format: 'sha256', generation: 1 });
  });

  it('says in a line why it does not work', async () => {
    const scene = await begin('sha1', false);
    await commit(scene, { file: '1' });
    await index(scene, '--local');
    const other = await begin('sha256', false);
    await commit(other, { file: '1' });
    const readOnly = await world.createToken({ scopes: ['repo:read'] });
    const failures: readonly (readonly [readonly string[], AgentOptions, RegExp])[] = [
      [
        ['--local'],
        { ...scene.options, folder: other.scratch.folder },
        /names objects by sha256, and the one that is indexed by sha1/,
      ],
      [[], scene.options, /which remote\? Name it with --remote, or use --local/],
      [['--remote', 'up'], scene.options, /there is no remote up/],
      [['--local', '--ref', 'none'], scene.options, /there is no branch and no tag none/],
      [['--local'], { ...scene.options, folder: computer.root }, /this is no Git repository/],
      [['--local'], { ...scene.options, env: { ...scene.options.env, SVC_TOKEN: readOnly } }, /\(403/],
    ];
    for (const [args, options, message] of failures) {
      const { code, stdout, stderr } = await runAgent(computer, ['index', ...args], options);
      expect(stderr)
        .to.match(/^svc: [^\n]+\n$/)
        .and.match(message);
      expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
    }
  });

  describe('as a hook', () => {
    const withHook = async (...args: readonly string[]) => {
      const scene = await begin('sha1', false);
      const origin = await makeScratchRepository();
      scratches.push(origin);
      await scene.scratch.git(['remote', 'add', 'origin', origin.folder]);
      await commit(scene, { file: '1' });
      await agent(computer, ['index', '--install-hook', ...args], scene.options);
      const push = (...refs: readonly string[]) =>
        computer.attempt(scene.scratch.folder, ['push', 'origin', ...refs], { env: scene.options.env });
      return { scene, origin, push };
    };

    it('indexes what is pushed: branches, tags, and that they go', async () => {
      const { scene, push } = await withHook('--limit-seconds', '200');
      await scene.scratch.git(['tag', '-a', '-m', 'notes', 'v1']);
      const { exitCode, stderr } = await push('main', 'main:other', 'v1');
      expect(exitCode).to.equal(0);
      expect(stderr).to.contain('svc: 1 commit indexed, generation 1\n');
      const head = (await scene.scratch.git(['rev-parse', 'HEAD'])).trim();
      expect(await indexedRefs(scene)).to.deep.equal(
        ['refs/heads/main', 'refs/heads/other', 'refs/tags/v1'].map((name) => `${name} ${head}`),
      );
      expect((await push(':other')).exitCode).to.equal(0);
      expect(await indexedRefs(scene)).to.have.length(2);
    });

    it('moves and removes nothing for a push to another remote, and does for one to the URL of its own', async () => {
      const { scene, origin } = await withHook();
      const { git } = scene.scratch;
      await git(['remote', 'add', 'fork', 'https://fork.example/fork.git']);
      const none = '0'.repeat(40);
      const pushed = (remote: string, lines: string) =>
        runHere(['index', '--pre-push', remote, '--limit-seconds', '200'], {
          folder: scene.scratch.folder,
          environment: { ...computer.environment, ...scene.options.env },
          program: import.meta.filename,
          input: lines,
        });
      const one = (await git(['rev-parse', 'HEAD'])).trim();
      const first = await pushed('origin', `refs/heads/main ${one} refs/heads/main ${none}\n`);
      expect(first.stderr).to.equal('svc: 1 commit indexed, generation 1\n');
      expect(await indexedRefs(scene)).to.deep.equal([`refs/heads/main ${one}`]);
      const two = await commit(scene, { file: '2' });
      const quiet = { code: 0, stdout: '', stderr: '' };
      expect(await pushed('fork', `HEAD ${two} refs/heads/main ${one}\n`)).to.deep.include(quiet);
      expect(await pushed('fork', `(delete) ${none} refs/heads/main ${one}\n`)).to.deep.include(quiet);
      expect(await indexedRefs(scene)).to.deep.equal([`refs/heads/main ${one}`]);
      await pushed(origin.folder, `refs/heads/main ${two} refs/heads/main ${one}\n`);
      expect(await indexedRefs(scene)).to.deep.equal([`refs/heads/main ${two}`]);
    });

    it('fails no push, and says why it has not indexed it', async () => {
      const { push, scene } = await withHook();
      world.proxy.interfere(({ path }) => (path.includes('/index/') ? { kind: 'answer', status: 403, body: '{}' } : undefined));
      const { exitCode, stderr } = await push('main');
      expect(exitCode).to.equal(0);
      expect(stderr).to.match(/svc: what is pushed is not indexed: [^\n]*403/);
      expect((await stateOf(scene)).indexed).to.equal(false);
    });

    it('holds up no push for longer than it may, and the next one goes on', async () => {
      const { push, scene, origin } = await withHook('--limit-seconds', '1');
      world.proxy.interfere(({ path }) => (path.endsWith('/tree') ? { kind: 'no_answer' } : undefined));
      const { exitCode, stderr } = await push('main');
      expect(exitCode).to.equal(0);
      expect(stderr).to.contain('svc: not all is indexed after 1 s; the next push goes on, or: svc index\n');
      world.proxy.interfere(() => undefined);
      const two = await commit(scene, { file: '2' });
      await agent(computer, ['index', '--install-hook', '--limit-seconds', '60'], scene.options);
      expect((await push('main')).exitCode).to.equal(0);
      expect(await indexedRefs(scene)).to.deep.equal([`refs/heads/main ${two}`]);
      expect((await origin.git(['rev-parse', 'main'])).trim()).to.equal(two);
    });

    it('runs the hook that was there, and takes itself back', async () => {
      const { push, scene } = await withHook();
      const hook = join(scene.scratch.folder, '.git/hooks/pre-push');
      await agent(computer, ['index', '--uninstall-hook'], scene.options);
      await writeFile(hook, '#!/bin/sh\nexit 1\n');
      await chmod(hook, 0o755);
      await agent(computer, ['index', '--install-hook'], scene.options);
      expect((await push('main')).exitCode).to.not.equal(0);
      expect((await stateOf(scene)).indexed).to.equal(false);
      expect(await agent(computer, ['index', '--uninstall-hook'], scene.options)).to.equal('git push indexes nothing any more\n');
      expect(await readFile(hook, 'utf8')).to.equal('#!/bin/sh\nexit 1\n');
    });
  });
});
