import { createSeededRandom } from '@svc/conformance';
import { createGitRepository, type GitRepository } from '@svc/test-services/git-repository';
import { expect } from 'chai';
import { absent } from '../../../src/model/app-error.js';
import { type GitTag, isTagName, type TagName } from '../../../src/model/git-index/git-ref.js';
import type { Release } from '../../../src/model/git-index/release.js';
import { errorOf, valueOf } from '../../builders/world.js';
import { gitId, indexedRepository, type IndexedRepository } from '../git-index/indexed-repository.js';

const fields = ['refname', 'objectname', '*objectname', 'taggername', 'taggeremail:trim', 'taggerdate:unix', 'contents:subject'];

interface KnownTag {
  readonly ref: string;
  readonly target: string;
  readonly tag: GitTag | undefined;
  readonly createdAt: number;
}

/** The tags as git itself lists them. */
const tagsOf = (git: GitRepository): readonly KnownTag[] => {
  const format = [...fields, 'creatordate:unix'].map((field) => `%(${field})`).join('%00');
  const printed = git.git(['for-each-ref', '--sort=-creatordate', `--format=${format}`, 'refs/tags']);
  return printed
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [ref = '', id = '', inner = '', taggerName = '', taggerEmail = '', taggedAt = '', notes = '', at = ''] =
        line.split('\0');
      const isAnnotated = inner !== '';
      const tag = {
        id: gitId(id),
        taggerName,
        taggerEmail,
        taggedAt: taggedAt === '' ? undefined : Number(taggedAt) * 1000,
        notes,
      };
      return {
        ref: Buffer.from(ref, 'latin1').toString(),
        target: isAnnotated ? inner : id,
        tag: isAnnotated ? tag : undefined,
        createdAt: Number(at) * 1000,
      };
    });
};

const tagName = (text: string): TagName => {
  if (!isTagName(text)) throw new Error(`${text} is a tag`);
  return text;
};

/** Sends all commits and tags of a repository of git. */
const indexAll = async (index: IndexedRepository, git: GitRepository): Promise<void> => {
  const sessionId = await index.open();
  await index.send(sessionId, git.history('--all'));
  const refs = tagsOf(git).map(({ ref, target, tag }) => ({ ...index.update(ref, target), tag }));
  const main = index.update('refs/heads/main', git.git(['rev-parse', 'main']).trim());
  valueOf(await index.gitIndex.finalize(index.push, { sessionId, refs: [main, ...refs], isComplete: true }));
};

describe('releases', () => {
  let git: GitRepository;
  let index: IndexedRepository;
  beforeEach(async () => {
    git = createGitRepository();
    index = await indexedRepository();
  });
  afterEach(() => git.remove());

  const listAll = async (limit: number): Promise<readonly Release[]> => {
    const { releases } = index.world.application;
    const found: Release[] = [];
    let cursor: string | undefined;
    do {
      const listed = valueOf(await releases.list(index.push, { limit, cursor }));
      found.push(...listed.releases.items);
      cursor = listed.releases.nextCursor;
    } while (cursor !== undefined);
    return found;
  };

  const grantUpdate = () => index.world.grant(index.owner, index.repository.id, 'repository.update');

  const seed = Date.now() % 1_000_000;
  it(`are what git for-each-ref lists of random tags, in its order (seed ${seed})`, async () => {
    const random = createSeededRandom(seed);
    for (let made = 0; made < 30; made += 1) {
      if (made === 0 || random.integer(3) === 0)
        git.commit({ [`models/${made}.bin`]: 'x'.repeat(random.integer(50)), a: `${made}` });
      const commits = git.git(['rev-list', '--all']).trim().split('\n');
      const name = `${random.pick(['v', 'V', 'release/', 'é', 'a-'])}${random.integer(1000)}.${made}`;
      const annotated = random.integer(2) === 0 ? ['-a', '-m', `notes of ${made}`] : [];
      git.git(['tag', ...annotated, name, random.pick(commits)]);
    }
    await indexAll(index, git);
    const expected = tagsOf(git).map(({ ref, target, tag, createdAt }) => {
      const sizes = git
        .git(['ls-tree', '-r', '-l', target])
        .trim()
        .split('\n')
        .map((line) => Number(line.split(/\s+/)[3]));
      const sizeBytes = sizes.reduce((sum, size) => sum + size, 0);
      return { ref, target, createdAt, tag, notes: tag?.notes ?? '', totals: { files: sizes.length, sizeBytes } };
    });
    const shown = (await listAll(7)).map(({ ref, commit, publishedAt, annotation, notes, totals }) => ({
      ref,
      target: commit.id,
      createdAt: publishedAt,
      tag: annotation,
      notes,
      totals,
    }));
    expect(shown).to.deep.equal(expected);
  });

  it('go on behind the place where a page has ended, also when that tag is gone', async () => {
    for (const name of ['a', 'b', 'c', 'd']) {
      git.commit({ a: name });
      git.git(['tag', name]);
    }
    await indexAll(index, git);
    const { releases } = index.world.application;
    const first = valueOf(await releases.list(index.push, { limit: 2 })).releases;
    expect(first.items.map(({ tag }) => tag)).to.deep.equal(['d', 'c']);
    git.git(['tag', '-d', 'c']);
    await indexAll(index, git);
    const next = valueOf(await releases.list(index.push, { limit: 2, cursor: first.nextCursor })).releases;
    expect(next).to.deep.include({ nextCursor: undefined });
    expect(next.items.map(({ tag }) => tag)).to.deep.equal(['b', 'a']);
  });

  it('of one second are all listed by pages, in the order of the bytes of their names', async () => {
    git.commit({ a: '1' });
    const names = ['va', 'v\u{ff5e}', 'v\u{1f600}'];
    for (const name of names) git.git(['tag', name]);
    await indexAll(index, git);
    for (const limit of [1, 2, 3]) expect((await listAll(limit)).map(({ tag }) => tag)).to.deep.equal(names);
  });

  it('take other notes in the place of the message, until their tag is removed', async () => {
    git.commit({ a: '1' });
    git.git(['tag', '-a', '-m', 'as tagged', 'release/v1']);
    await indexAll(index, git);
    const { releases } = index.world.application;
    const tag = tagName('release/v1');
    const update = await grantUpdate();
    const bytes = async (): Promise<number> => (await index.state()).index?.bytes ?? 0;
    const before = await bytes();
    const notesOf = async () => {
      const { notes, notesEditedAt } = valueOf(await releases.get(index.push, tag)).release;
      return { notes, notesEditedAt };
    };
    expect(await notesOf()).to.deep.equal({ notes: 'as tagged', notesEditedAt: undefined });
    index.world.clock.advance(5);
    const edited = { notes: '# One', notesEditedAt: index.world.clock.now() };
    expect(valueOf(await releases.edit(update, { tag, notes: '# One' })).release).to.deep.include(edited);
    expect(await notesOf()).to.deep.equal(edited);
    expect(await bytes()).to.be.above(before);
    await indexAll(index, git);
    expect(await notesOf()).to.deep.equal(edited);
    git.git(['tag', '-d', 'release/v1']);
    await indexAll(index, git);
    expect(errorOf(await releases.get(index.push, tag))).to.deep.equal(absent('unknown_ref'));
    git.git(['tag', 'release/v1']);
    await indexAll(index, git);
    expect(await notesOf()).to.deep.equal({ notes: '', notesEditedAt: undefined });
    expect(await bytes()).to.equal(before - 'as tagged'.length);
  });

  it('get the message back by null, and tell the audit log of each change once', async () => {
    git.commit({ a: '1' });
    git.git(['tag', '-a', '-m', 'as tagged', 'v1']);
    await indexAll(index, git);
    const { releases } = index.world.application;
    const [update, tag] = [await grantUpdate(), tagName('v1')];
    for (const notes of [null, 'mine', 'mine', null, null]) valueOf(await releases.edit(update, { tag, notes }));
    expect(valueOf(await releases.get(index.push, tag)).release).to.deep.include({
      notes: 'as tagged',
      notesEditedAt: undefined,
    });
    const events = index.world.unitOfWork.journal.auditEvents().filter(({ action }) => action === 'repository.release.update');
    expect(events.map(({ target, details }) => ({ target, details }))).to.deep.equal(
      Array.from({ length: 2 }, () => ({
        target: 'v1',
        details: { repository_id: index.repository.id, notes_changed: true },
      })),
    );
  });

  it('count edited notes in the size of the index', async () => {
    index = await indexedRepository({ bounds: { gitIndexBytesPerRepository: 3000 } });
    git.commit({ a: '1' });
    git.git(['tag', 'v1']);
    await indexAll(index, git);
    const refused = await index.world.application.releases.edit(await grantUpdate(), {
      tag: tagName('v1'),
      notes: 'x'.repeat(3000),
    });
    expect(errorOf(refused)).to.include({ kind: 'quota_exceeded', reason: 'max_git_index_bytes' });
  });

  it('are not found where nothing is indexed, or where no tag has the name', async () => {
    const { releases } = index.world.application;
    const [update, tag] = [await grantUpdate(), tagName('main')];
    expect(errorOf(await releases.list(index.push, { limit: 1 }))).to.deep.equal(absent('not_indexed'));
    expect(errorOf(await releases.edit(update, { tag, notes: '' }))).to.deep.equal(absent('not_indexed'));
    git.commit({ a: '1' });
    await indexAll(index, git);
    expect(valueOf(await releases.list(index.push, { limit: 1 })).releases.items).to.deep.equal([]);
    expect(errorOf(await releases.get(index.push, tag))).to.deep.equal(absent('unknown_ref'));
    expect(errorOf(await releases.edit(update, { tag, notes: '' }))).to.deep.equal(absent('unknown_ref'));
  });
});
