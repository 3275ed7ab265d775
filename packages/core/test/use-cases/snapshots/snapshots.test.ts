import { createSeededRandom, type SeededRandom } from '@svc/conformance';
import { createGitRepository, type GitRepository } from '@svc/test-services/git-repository';
import { expect } from 'chai';
import { errAsync, ok } from 'neverthrow';
import { createApplication } from '../../../src/application.js';
import { absent, conflict, notFound, unavailable } from '../../../src/model/app-error.js';
import type { Snapshot, SnapshotFile } from '../../../src/model/snapshots/snapshot.js';
import { HOUR_MS, type SnapshotId, trusted } from '../../../src/model/values/index.js';
import type { UnitOfWork } from '../../../src/ports/unit-of-work.js';
import type { CreateSnapshot } from '../../../src/use-cases/snapshots/create-snapshot.js';
import { errorOf, valueOf } from '../../builders/world.js';
import { indexedRepository, type IndexedRepository } from '../git-index/indexed-repository.js';

type Files = ReadonlyMap<string, { readonly mode: string; readonly id: string }>;

const pointerOf = (random: SeededRandom): { readonly text: string; readonly oid: string; readonly size: number } => {
  const oid = Array.from({ length: 64 }, () => random.integer(16).toString(16)).join('');
  const size = random.integer(1e9);
  return { text: `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${size}\n`, oid, size };
};

/** Indexes commits, and makes branches of them. */
const index = async (
  repository: IndexedRepository,
  git: GitRepository,
  branches: Readonly<Record<string, string>>,
): Promise<void> => {
  const sessionId = await repository.open();
  await repository.send(sessionId, git.history(...Object.values(branches)));
  const refs = Object.entries(branches).map(([name, target]) => repository.update(`refs/heads/${name}`, target));
  valueOf(await repository.gitIndex.finalize(repository.push, { sessionId, refs, isComplete: true }));
};

const command = (part: Partial<CreateSnapshot> = {}): CreateSnapshot => ({
  name: 'first',
  ref: undefined,
  note: undefined,
  idempotencyKey: undefined,
  ...part,
});

/** As many files as take several slices. */
const manyFiles = (git: GitRepository, count = 2500): Files => {
  const id = git.git(['hash-object', '-w', '--stdin'], 'x').trim();
  return new Map(Array.from({ length: count }, (_, at) => [`d${at % 7}/${at}.bin`, { mode: '100644', id }]));
};

describe('snapshots', () => {
  let git: GitRepository;
  let repository: IndexedRepository;
  beforeEach(async () => {
    git = createGitRepository();
    repository = await indexedRepository();
  });
  afterEach(() => git.remove());

  const create = (part: Partial<CreateSnapshot> = {}, { snapshots } = repository.world.application) =>
    snapshots.create(repository.push, command(part));
  const list = async (): Promise<readonly Snapshot[]> =>
    valueOf(await repository.world.application.snapshots.list(repository.push, { limit: 100 })).items;
  const filesOf = async (snapshotId: SnapshotId, limit = 700): Promise<readonly SnapshotFile[]> => {
    const { snapshots } = repository.world.application;
    const found: SnapshotFile[] = [];
    let cursor: string | undefined;
    do {
      const shown = valueOf(await snapshots.get(repository.push, { snapshotId, page: { limit, cursor } }));
      found.push(...shown.files.items);
      cursor = shown.files.nextCursor;
    } while (cursor !== undefined);
    return found;
  };
  const events = () =>
    repository.world.unitOfWork.journal.domainEvents().filter(({ type }) => type === 'storage.snapshot.created');

  /** The service in a process that is killed after so many transactions. */
  const dying = (transactions: number) => {
    const { unitOfWork } = repository.world.ports;
    let left = transactions;
    const mortal: UnitOfWork = {
      ...unitOfWork,
      transact: (work) => {
        left -= 1;
        return left < 0 ? errAsync(unavailable('database')) : unitOfWork.transact(work);
      },
    };
    return createApplication({ ...repository.world.ports, unitOfWork: mortal });
  };

  const seed = Date.now() % 1_000_000;
  it(`have what git ls-tree -r has of their commit, also when branches have gone elsewhere (seed ${seed})`, async () => {
    const random = createSeededRandom(seed);
    const pointers = Array.from({ length: 3 }, () => pointerOf(random));
    const plain = ['', 'x', 'weights'];
    const contents = [...plain, ...pointers.map(({ text }) => text)];
    const blobs = contents.map((content) => git.git(['hash-object', '-w', '--stdin'], content).trim());
    const oidOfBlob = new Map(pointers.map(({ oid, size }, at) => [blobs[plain.length + at] ?? '', { oid, size }]));
    const names = ['a', 'a-b', 'B', '\xc3\xa9', '\xff', ' ', '"\\', 'a\nb'];
    const commits: string[] = [];
    for (let made = 0; made < 6; made += 1) {
      const files = new Map<string, { mode: string; id: string }>();
      for (let count = random.integer(30); count > 0; count -= 1) {
        const path = Array.from({ length: 1 + random.integer(3) }, () => random.pick(names)).join('/');
        const clashes = [...files.keys()].some((other) => other.startsWith(`${path}/`) || path.startsWith(`${other}/`));
        if (!clashes) files.set(path, { mode: random.pick(['100644', '100755', '120000', '160000']), id: random.pick(blobs) });
      }
      commits.push(git.plant(files, commits.slice(-1)));
    }
    const expectedOf = (commit: string) =>
      git
        .git(['ls-tree', '-r', '-z', '-l', commit])
        .split('\0')
        .filter(Boolean)
        .map((line) => {
          const [, mode = '', id = '', size = '', path = ''] = /^(\d+) \w+ (\w+) +(\S+)\t([^]*)$/.exec(line) ?? [];
          const lfs = mode === '160000' ? undefined : oidOfBlob.get(id);
          const sizeBytes = lfs?.size ?? (size === '-' ? 0 : Number(size));
          return { path, mode: Number.parseInt(mode, 8), id, sizeBytes, oid: lfs?.oid, isLfs: lfs !== undefined };
        });
    const textOf = (files: readonly object[]) => files.map((file) => JSON.stringify(file)).sort();
    await index(repository, git, Object.fromEntries(commits.map((commit, at) => [`b${at}`, commit])));
    const taken: { commit: string; snapshot: Snapshot }[] = [];
    for (const [at, commit] of commits.entries()) {
      const ref = random.pick([`b${at}`, commit, commit.slice(0, 12)]);
      taken.push({ commit, snapshot: valueOf(await create({ name: `${at}`, ref })).snapshot });
    }
    const expectSame = async (): Promise<void> => {
      for (const { commit, snapshot } of taken) {
        const [files, expected] = [await filesOf(snapshot.id, 1 + random.integer(20)), expectedOf(commit)];
        expect(textOf(files), commit).to.deep.equal(textOf(expected));
        const missing = expected.filter(({ oid }) => oid !== undefined).length;
        const sizeBytes = expected.reduce((sum, file) => sum + file.sizeBytes, 0);
        expect(snapshot).to.deep.include({ commit, files: expected.length, sizeBytes, missingObjects: missing });
      }
    };
    await expectSame();
    const listed = await list();
    await index(repository, git, { main: git.plant(new Map([['other', { mode: '100644', id: blobs[1] ?? '' }]]), []) });
    await expectSame();
    expect(await list()).to.deep.equal(listed);
    expect(errorOf(await create({ name: 'late', ref: commits[0] }))).to.deep.equal(absent('unknown_ref'));
  });

  it('are seen when they are complete, and told to webhooks then, once', async () => {
    await index(repository, git, { main: git.plant(manyFiles(git), []) });
    const { snapshot, replayed } = valueOf(await create({ note: 'for the paper', idempotencyKey: 'one' }));
    expect(replayed).to.equal(false);
    expect(snapshot).to.deep.include({
      name: 'first',
      note: 'for the paper',
      ref: 'refs/heads/main',
      files: 2500,
      sizeBytes: 2500,
    });
    const again = valueOf(await create({ note: 'for the paper', idempotencyKey: 'one' }));
    expect(again).to.deep.equal({ snapshot, replayed: true });
    expect((await list()).map(({ id }) => id)).to.deep.equal([snapshot.id]);
    const { repositoryId, ...event } = events()[0] ?? expect.fail('there is an event');
    expect(events()).to.have.length(1);
    expect(repositoryId).to.equal(repository.repository.id);
    expect(event.data).to.deep.equal({
      snapshot_id: snapshot.id,
      name: 'first',
      commit: snapshot.commit,
      files: 2500,
      size: 2500,
    });
    const audited = repository.world.unitOfWork.journal
      .auditEvents()
      .filter(({ action }) => action === 'repository.snapshot.create');
    expect(audited.map(({ target }) => target)).to.deep.equal([snapshot.id]);
  });

  it('are taken up by the same key where a killed process has left them, at whatever step that was', async () => {
    await index(repository, git, { main: git.plant(manyFiles(git), []) });
    for (let transactions = 0; transactions < 4; transactions += 1) {
      const part = { name: `killed after ${transactions}`, idempotencyKey: `${transactions}` };
      const before = await list();
      expect(errorOf(await create(part, dying(transactions)))).to.deep.equal(unavailable('database'));
      expect(await list()).to.deep.equal(before);
      if (transactions > 0) expect(errorOf(await create({ name: part.name }))).to.deep.equal(conflict('duplicate_name'));
      const { snapshot } = valueOf(await create(part));
      const paths = (await filesOf(snapshot.id)).map(({ path }) => path);
      expect(paths).to.have.length(2500);
      expect(new Set(paths).size).to.equal(2500);
      expect(events()).to.have.length(transactions + 1);
    }
  });

  it('are captured once when several ask with one key at once', async () => {
    await index(repository, git, { main: git.plant(manyFiles(git), []) });
    const created = await Promise.all(Array.from({ length: 4 }, () => create({ idempotencyKey: 'one' })));
    const ids = created.map((one) => valueOf(one).snapshot.id);
    expect(new Set(ids).size).to.equal(1);
    expect(created.filter((one) => !valueOf(one).replayed)).to.have.length(1);
    const [id = expect.fail('there is one')] = ids;
    expect(await filesOf(id)).to.have.length(2500);
    expect(events()).to.have.length(1);
  });

  it('are given up after an hour of silence, and begun again by their key', async () => {
    await index(repository, git, { main: git.plant(manyFiles(git), []) });
    const { clock, unitOfWork, application } = repository.world;
    expect(errorOf(await create({ idempotencyKey: 'one' }, dying(2)))).to.deep.equal(unavailable('database'));
    const sweep = async () => valueOf(await application.maintenance.sweep()).sweptSnapshots;
    clock.advance(HOUR_MS);
    expect(await sweep()).to.equal(0);
    clock.advance(1);
    expect(await sweep()).to.equal(1);
    expect(valueOf(await unitOfWork.read(({ snapshots }) => snapshots.totals(repository.repository.id)))).to.deep.equal({
      snapshots: 0,
      files: 0,
    });
    const { snapshot } = valueOf(await create({ idempotencyKey: 'one' }));
    expect(await filesOf(snapshot.id)).to.have.length(2500);
    clock.advance(2 * HOUR_MS);
    expect(await sweep()).to.equal(0);
    expect(await list()).to.have.length(1);
  });

  it('are begun again by their key when what was given up is removed, and not before: it keeps their name', async () => {
    repository = await indexedRepository({ bounds: { snapshotsPerRepository: 1 } });
    await index(repository, git, { main: git.plant(manyFiles(git), []) });
    const { clock, unitOfWork, application } = repository.world;
    expect(errorOf(await create({ idempotencyKey: 'one' }, dying(2)))).to.deep.equal(unavailable('database'));
    clock.advance(HOUR_MS + 1);
    const now = clock.now();
    const [id = expect.fail('there is one')] = valueOf(await unitOfWork.read(({ snapshots }) => snapshots.listAbandoned(now, 1)));
    // As a sweeper leaves it that is killed in between.
    const removeSome = unitOfWork.transact(async ({ snapshots }) =>
      ok([await snapshots.giveUp(id, now), await snapshots.removeFiles(id, 10)]),
    );
    expect(valueOf(await removeSome)).to.deep.equal([true, 10]);
    expect(errorOf(await create({ idempotencyKey: 'one' }))).to.deep.equal(unavailable('storage', 5));
    valueOf(await application.maintenance.sweep());
    const { snapshot, replayed } = valueOf(await create({ idempotencyKey: 'one' }));
    expect([snapshot.id, replayed]).to.deep.equal([id, false]);
    expect(await filesOf(id)).to.have.length(2500);
  });

  it('need an index, a commit that a branch reaches, a free name and a key of their own', async () => {
    expect(errorOf(await create())).to.deep.equal(conflict('not_indexed'));
    await index(repository, git, { main: git.commit({ a: '1' }) });
    expect(errorOf(await create({ ref: 'gone' }))).to.deep.equal(absent('unknown_ref'));
    const { snapshot } = valueOf(await create({ idempotencyKey: 'one' }));
    expect(errorOf(await create())).to.deep.equal(conflict('duplicate_name'));
    expect(errorOf(await create({ name: 'second', idempotencyKey: 'one' }))).to.deep.equal(conflict('idempotency_key_reused'));
    const { snapshots } = repository.world.application;
    const missing = { snapshotId: trusted<SnapshotId>(repository.repository.id), page: { limit: 1 } };
    expect(errorOf(await snapshots.get(repository.push, missing))).to.deep.equal(notFound);
    const wrong = { snapshotId: snapshot.id, page: { limit: 1, cursor: '-1' } };
    expect(errorOf(await snapshots.get(repository.push, wrong))).to.include({ kind: 'bad_request', field: 'cursor' });
  });

  it('may be of an empty commit', async () => {
    await index(repository, git, { main: git.plant(new Map(), []) });
    const { snapshot } = valueOf(await create());
    expect(snapshot).to.deep.include({ files: 0, sizeBytes: 0 });
    expect(await filesOf(snapshot.id)).to.deep.equal([]);
    expect(events()).to.have.length(1);
  });

  it('are so many in a repository, with so many files', async () => {
    repository = await indexedRepository({ bounds: { snapshotsPerRepository: 2, snapshotFilesPerRepository: 5 } });
    await index(repository, git, { main: git.plant(manyFiles(git, 3), []), small: git.plant(manyFiles(git, 1), []) });
    valueOf(await create());
    const full = { kind: 'quota_exceeded', reason: 'max_snapshot_files', limit: 5, current: 3 };
    expect(errorOf(await create({ name: 'second' }))).to.deep.equal(full);
    valueOf(await create({ name: 'second', ref: 'small' }));
    expect(errorOf(await create({ name: 'third', ref: 'small' }))).to.include({ reason: 'max_snapshots', limit: 2 });
  });
});
