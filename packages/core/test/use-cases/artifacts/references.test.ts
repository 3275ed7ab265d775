import { createSeededRandom, type SeededRandom } from '@svc/conformance';
import { createGitRepository, type GitRepository } from '@svc/test-services/git-repository';
import { rounds } from '@svc/test-services/rounds';
import { expect } from 'chai';
import { ok } from 'neverthrow';
import { type GitPath, textOfGitPath } from '../../../src/model/git-index/git-path.js';
import type { StoredObject } from '../../../src/model/objects/stored-object.js';
import type { Oid } from '../../../src/model/values/oid.js';
import { trusted } from '../../../src/model/values/brand.js';
import type { UploadSessionId } from '../../../src/model/values/ids.js';
import type { ArtifactReference, ReferenceKind } from '../../../src/steps/keepers/artifact-reference.js';
import { errorOf, oidOf, valueOf } from '../../builders/world.js';
import { gitId, indexedRepository, type IndexedRepository } from '../git-index/indexed-repository.js';
import { change } from '../integrity/stored-world.js';

const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 32));
const histories = rounds({ property: 'what keeps an object is what git says keeps its pointer', test: 4, proof: 200 });

const pointerTo = (oid: Oid): string => `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize 7\n`;
const oids: readonly [Oid, Oid] = [oidOf('one'), oidOf('two')];

const store = async ({ world, repository, push }: IndexedRepository, oid: Oid): Promise<void> => {
  const object: StoredObject = {
    oid,
    sizeBytes: 7,
    physicalBytes: 7,
    layout: 'whole',
    name: undefined,
    type: 'other',
    uploadedBy: push.caller.userId,
    createdAt: 0,
  };
  valueOf(await world.unitOfWork.transact(async ({ objects }) => ok(await objects.add(repository.id, [object]))));
};

/** All references of an object, page by page. */
const referencesOf = async (
  { world, push }: IndexedRepository,
  oid: Oid,
  limit: number,
  kind?: ReferenceKind,
): Promise<readonly ArtifactReference[]> => {
  const all: ArtifactReference[] = [];
  let cursor: string | undefined;
  do {
    const { references } = valueOf(await world.application.artifacts.references(push, { oid, kind, page: { limit, cursor } }));
    expect(references.items.length).to.be.at.most(limit);
    all.push(...references.items);
    cursor = references.nextCursor;
  } while (cursor !== undefined);
  return all;
};

const textOf = (reference: ArtifactReference): string => {
  switch (reference.kind) {
    case 'ref':
      return `${reference.name} ${reference.isAtTip ? 'at its tip' : 'behind it'}`;
    case 'commit':
      return `${reference.commit.id} ${JSON.stringify(reference.path)}`;
    case 'upload':
      return reference.session.kind;
    case 'snapshot':
      return reference.snapshot.name;
  }
};

const linesOf = (text: string): readonly string[] => text.split('\n').filter(Boolean);

/** Whether a commit has a blob at a path; git is asked once for what a commit has. */
const treesOf = (git: GitRepository) => {
  const trees = new Map<string, readonly string[]>();
  return (commit: string, blob: string): boolean => {
    const lines = trees.get(commit) ?? git.git(['ls-tree', '-r', '-z', commit]).split('\0');
    trees.set(commit, lines);
    return lines.some((line) => !line.startsWith('160000') && line.includes(` ${blob}\t`));
  };
};

/** What `git log --all -c --raw` says of a blob: each commit with each path at which it has put it. */
const putBy = (git: GitRepository, blob: string): readonly string[] => {
  const printed = git.git(['log', '--all', '-c', '--raw', '-z', '--no-renames', '--no-abbrev', '--format=%H']);
  const found: string[] = [];
  let commit = '';
  const parts = printed.split('\0');
  for (let at = 0; at < parts.length; at += 1) {
    const part = (parts[at] ?? '').replace(/^\n/, '');
    if (/^[0-9a-f]{40}$/.test(part)) commit = part;
    if (!part.startsWith(':')) continue;
    const parents = /^:+/.exec(part)?.[0].length ?? 0;
    const fields = part.slice(parents).split(' ');
    at += 1;
    if (fields[parents] !== '160000' && fields[2 * parents + 1] === blob) found.push(`${commit} ${JSON.stringify(parts[at])}`);
  }
  return found;
};

const names = ['a', 'b', 'a/b', 'a/c', 'é', '\xff', 'd/e/f'];
type Files = ReadonlyMap<string, { readonly mode: string; readonly id: string }>;

const changed = (random: SeededRandom, before: Files, blobs: readonly string[]): Files => {
  const files = new Map(before);
  for (let left = random.integer(4); left > 0; left -= 1) {
    const path = random.pick(names);
    for (const other of files.keys()) if (other.startsWith(`${path}/`) || path.startsWith(`${other}/`)) files.delete(other);
    if (random.integer(3) === 0) files.delete(path);
    else files.set(path, { mode: random.pick(['100644', '100755', '160000']), id: random.pick(blobs) });
  }
  return files;
};

const expectSameAsGit = async (random: SeededRandom): Promise<void> => {
  const git = createGitRepository();
  try {
    const blobs = [...oids.map(pointerTo), 'x', 'y'].map((content) => git.git(['hash-object', '-w', '--stdin'], content).trim());
    const commits: { id: string; files: Files }[] = [];
    for (let made = 0; made < 20; made += 1) {
      const count = commits.length === 0 ? 0 : random.pick([0, 1, 1, 1, 2, 2, 3]);
      const parents = [...new Set(Array.from({ length: count }, () => random.pick(commits.slice(-6))))];
      const files = changed(random, parents[0]?.files ?? new Map<string, never>(), blobs);
      const other = parents.at(-1);
      const merged = new Map(files);
      for (const [path, file] of other?.files ?? []) if (merged.has(path) && random.integer(2) === 0) merged.set(path, file);
      commits.push({
        id: git.plant(
          merged,
          parents.map(({ id }) => id),
        ),
        files: merged,
      });
    }
    const refs = new Map(
      Array.from({ length: 8 }, (_, at) => [`refs/${random.pick(['heads', 'tags'])}/r${at}`, random.pick(commits).id] as const),
    );
    const index = await indexedRepository();
    const sessionId = await index.open();
    await index.send(sessionId, git.history(...new Set(commits.map(({ id }) => id))));
    for (const [name, id] of refs) git.git(['update-ref', name, id]);
    const updates = [...refs].map(([name, id]) => index.update(name, id));
    valueOf(await index.gitIndex.finalize(index.push, { sessionId, refs: updates, isComplete: true }));
    const hasAtTip = treesOf(git);
    for (const [at, oid] of oids.entries()) {
      const blob = blobs[at] ?? expect.fail('a pointer');
      await store(index, oid);
      const keeping = [...refs].flatMap(([name, id]) => {
        if (hasAtTip(id, blob)) return [`${name} at its tip`];
        return linesOf(git.git(['rev-list', id])).some((commit) => hasAtTip(commit, blob)) ? [`${name} behind it`] : [];
      });
      const listed = await referencesOf(index, oid, 1 + random.integer(5));
      const ofKind = (kind: ReferenceKind): string[] => listed.filter((reference) => reference.kind === kind).map(textOf);
      expect(ofKind('ref')).to.deep.equal(keeping.toSorted());
      expect(ofKind('commit').toSorted()).to.deep.equal(putBy(git, blob).toSorted());
      expect(listed.map(({ kind }) => kind)).to.deep.equal([
        ...ofKind('ref').map(() => 'ref'),
        ...ofKind('commit').map(() => 'commit'),
      ]);
    }
  } finally {
    git.remove();
  }
};

describe(`what keeps an object (seed ${seed})`, () => {
  it(`is what git says keeps its pointer, in ${histories} random histories`, async function () {
    this.timeout(600_000);
    const random = createSeededRandom(seed);
    for (let history = 0; history < histories; history += 1) await expectSameAsGit(random);
  });

  it('is told from the first commit on, and no commit that no ref reaches is', async () => {
    const index = await indexedRepository();
    const git = createGitRepository();
    try {
      const first = git.commit({ 'model.bin': pointerTo(oids[0]) });
      const second = git.commit({ 'model.bin': null, 'moved.bin': pointerTo(oids[0]) });
      const third = git.commit({ 'moved.bin': pointerTo(oids[1]) });
      const sessionId = await index.open();
      await index.send(sessionId, git.history(third));
      await store(index, oids[0]);
      expect(await referencesOf(index, oids[0], 10)).to.deep.equal([]);
      const finalize = async (session: typeof sessionId, refs: Readonly<Record<string, string | null>>): Promise<void> => {
        const updates = Object.entries(refs).map(([name, target]) => index.update(name, target));
        valueOf(await index.gitIndex.finalize(index.push, { sessionId: session, refs: updates, isComplete: false }));
      };
      await finalize(sessionId, { 'refs/heads/main': third, 'refs/tags/v1': first });
      const listed = await referencesOf(index, oids[0], 1);
      expect(listed.map(textOf)).to.deep.equal([
        'refs/heads/main behind it',
        'refs/tags/v1 at its tip',
        `${first} "model.bin"`,
        `${second} "moved.bin"`,
      ]);
      const [, , commit] = listed;
      if (commit?.kind !== 'commit') throw new Error('the third is a commit');
      expect(textOfGitPath(commit.path)).to.equal('model.bin');
      expect(commit.commit.parents).to.deep.equal([]);
      expect((await referencesOf(index, oids[0], 1, 'ref')).map(textOf)).to.have.length(2);
      await finalize(await index.open(), { 'refs/heads/main': null });
      expect((await referencesOf(index, oids[0], 10)).map(textOf)).to.deep.equal([
        'refs/tags/v1 at its tip',
        `${first} "model.bin"`,
      ]);
    } finally {
      git.remove();
    }
  });

  it('is told, and keeps the object, where a history that was written anew had it at very many places', async () => {
    const index = await indexedRepository();
    const git = createGitRepository();
    const { world, push, repository, gitIndex } = index;
    try {
      const former = git.commit({ 'model.bin': pointerTo(oids[0]) });
      const id = git.git(['rev-parse', `${former}:model.bin`]).trim();
      const anew = git.plant(new Map([['model.bin', { mode: '100644', id }]]), []);
      const sessionId = await index.open();
      for (const root of [former, anew]) await index.send(sessionId, git.history(root));
      await store(index, oids[0]);
      const refs = [index.update('refs/heads/main', anew)];
      valueOf(await gitIndex.finalize(push, { sessionId, refs, isComplete: false }));
      await change(world, async (records) => {
        const [object = -1] = await records.gitIndex.listPointers(repository.id, oids[0], 1);
        const commit = (await records.gitIndex.findCommits(repository.id, [gitId(former)])).get(gitId(former))?.number ?? -1;
        const uses = Array.from({ length: 10_000 }, (_, at) => ({ object, commit, path: trusted<GitPath>(`copy ${at}`) }));
        await records.gitIndex.addUses(repository.id, uses);
      });
      const expected = ['refs/heads/main at its tip', `${anew} "model.bin"`];
      expect((await referencesOf(index, oids[0], 10)).map(textOf)).to.deep.equal(expected);
      const admin = await world.grant(push.caller, repository.id, 'repository.admin');
      const refused = await world.application.objects.remove(admin, { oid: oids[0], isForced: false });
      expect(errorOf(refused)).to.deep.include({ keptBy: [{ kind: 'ref', name: 'refs/heads/main' }] });
    } finally {
      git.remove();
    }
  });

  it('is also an open upload session, and of a repository without an index nothing else', async () => {
    const index = await indexedRepository();
    const { world, push } = index;
    const { uploads, artifacts } = world.application;
    await store(index, oids[0]);
    expect(await referencesOf(index, oids[0], 10)).to.deep.equal([]);
    const { generation } = valueOf(await artifacts.references(push, { oid: oids[0], page: { limit: 1 } }));
    expect(generation).to.equal(undefined);
    const { session } = valueOf(await uploads.open(push, {}));
    // What is stored is no part of a session.
    const other = oidOf('three');
    valueOf(await uploads.authorize(push, { sessionId: session.id, objects: [{ oid: other, sizeBytes: 3 }] }));
    await store(index, other);
    const expected = { id: session.id, kind: 'session', createdAt: session.createdAt, expiresAt: session.expiresAt };
    expect(await referencesOf(index, other, 10)).to.deep.equal([{ kind: 'upload', session: expected }]);
    const { keptBy } = valueOf(await artifacts.get(push, other));
    expect(keptBy).to.deep.equal({ references: [{ kind: 'upload', session: expected }], more: [] });
    expect(await referencesOf(index, oids[0], 10)).to.deep.equal([]);
    valueOf(await uploads.abort(push, { sessionId: session.id }));
    expect(await referencesOf(index, other, 10)).to.deep.equal([]);
  });

  it('goes on behind an upload session that has ended between two pages', async () => {
    const index = await indexedRepository();
    const { world, push } = index;
    const { uploads, artifacts } = world.application;
    const [oid] = oids;
    const open = async (): Promise<UploadSessionId> => {
      const { session } = valueOf(await uploads.open(push, {}));
      valueOf(await uploads.authorize(push, { sessionId: session.id, objects: [{ oid, sizeBytes: 7 }] }));
      world.clock.advance(1);
      return session.id;
    };
    const [first, second, third] = [await open(), await open(), await open()];
    await store(index, oid);
    const page = async (limit: number, cursor?: string) => {
      const { references } = valueOf(await artifacts.references(push, { oid, page: { limit, cursor } }));
      const ids = references.items.map((item) => (item.kind === 'upload' ? item.session.id : item.kind));
      return { ids, nextCursor: references.nextCursor };
    };
    const { ids, nextCursor } = await page(2);
    expect(ids).to.deep.equal([first, second]);
    valueOf(await uploads.abort(push, { sessionId: second }));
    expect(await page(2, nextCursor)).to.deep.equal({ ids: [third], nextCursor: undefined });
  });

  it('is of an object that is there, and goes on where a page ended', async () => {
    const { world, push } = await indexedRepository();
    const { artifacts } = world.application;
    expect(errorOf(await artifacts.references(push, { oid: trusted<Oid>('0'.repeat(64)), page: { limit: 1 } }))).to.deep.equal({
      kind: 'not_found',
    });
  });
});
