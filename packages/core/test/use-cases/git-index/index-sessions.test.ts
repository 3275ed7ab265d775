import { createGitRepository, type GitRepository } from '@svc/test-services/git-repository';
import { expect } from 'chai';
import { trusted } from '../../../src/model/values/brand.js';
import type { IndexSessionId } from '../../../src/model/values/ids.js';
import { HOUR_MS } from '../../../src/model/values/instant.js';
import { finalizeIndex } from '../../../src/use-cases/git-index/finalize-index.js';
import type { TagName } from '../../../src/model/git-index/git-ref.js';
import type { ReleaseNotes } from '../../../src/model/git-index/release.js';
import type { Records, UnitOfWork } from '../../../src/ports/unit-of-work.js';
import { errorOf, valueOf } from '../../builders/world.js';
import { change } from '../integrity/stored-world.js';
import { gitId, indexedRepository, type IndexedRepository, sentCommits, sentObjects, sentTree } from './indexed-repository.js';

describe('an upload to the Git index', () => {
  let git: GitRepository;
  let index: IndexedRepository;
  let first: string;
  beforeEach(async () => {
    git = createGitRepository();
    first = git.commit({ a: '1', 'b/c': '2' });
    index = await indexedRepository();
  });
  afterEach(() => git.remove());

  const finalize = (sessionId: IndexSessionId, refs: readonly ReturnType<typeof index.update>[], isComplete = false) =>
    index.gitIndex.finalize(index.push, { sessionId, refs, isComplete });
  const refsNow = async (): Promise<Readonly<Record<string, string>>> =>
    Object.fromEntries((await index.state()).refs.items.map(({ name, target }) => [name, target]));
  const main = (target: string | null, expected?: string | null) => index.update('refs/heads/main', target, expected);
  const events = () => index.world.unitOfWork.journal.domainEvents().map(({ type, data }) => ({ type, data }));

  it('beside another one with the same commits ends in the same index', async () => {
    const second = git.commit({ a: 'changed' });
    const history = git.history('main');
    const [one, two] = [await index.open(), await index.open()];
    const trees = history.trees.map(sentTree);
    const objects = sentObjects(history);
    for (const sessionId of [one, two]) {
      valueOf(await index.gitIndex.takeCommits(index.push, { sessionId, commits: sentCommits(history) }));
    }
    for (const tree of trees) {
      const answers = await Promise.all(
        [one, two].map((sessionId) => index.gitIndex.takeTrees(index.push, { sessionId, objects, trees: [tree] })),
      );
      expect(answers.map((answer) => valueOf(answer).completed)).to.deep.equal([1, 1]);
    }
    valueOf(await finalize(one, [main(second)]));
    valueOf(await finalize(two, [main(second)]));
    const { index: state } = await index.state();
    expect(state).to.include({ commitCount: 2, generation: 2 });
    expect(await refsNow()).to.deep.equal({ 'refs/heads/main': second });
  });

  it('counts once what another one has completed meanwhile', async () => {
    git.commit({ a: 'changed' });
    const history = git.history('main');
    const sendTwice = async (to: IndexedRepository): Promise<IndexSessionId> => {
      const [one, two] = [await to.open(), await to.open()];
      for (const sessionId of [one, two]) {
        valueOf(await to.gitIndex.takeCommits(to.push, { sessionId, commits: sentCommits(history) }));
      }
      const sent = { objects: sentObjects(history), trees: history.trees.map(sentTree) };
      for (const sessionId of [one, two]) {
        const { completed, pending } = valueOf(await to.gitIndex.takeTrees(to.push, { sessionId, ...sent }));
        expect([completed, pending]).to.deep.equal([2, 0]);
      }
      return two;
    };
    const bounded = await indexedRepository({ bounds: { gitCommitsPerRepository: 3 } });
    const second = await sendTwice(bounded);
    await index.send(await index.open(), history);
    expect((await bounded.state()).index?.bytes).to.equal((await index.state()).index?.bytes);
    git.commit({ a: 'changed again' });
    const more = sentCommits(git.history('main', `^${history.commits.at(-1)?.id ?? ''}`));
    const taken = await bounded.gitIndex.takeCommits(bounded.push, { sessionId: second, commits: more });
    expect(valueOf(taken)).to.deep.equal({ accepted: 1, alreadyIndexed: 0 });
  });

  it('goes on with commits that another one has left complete', async () => {
    await index.send(await index.open(), git.history('main'));
    const second = git.commit({ a: 'changed' });
    const sessionId = await index.open();
    await index.send(sessionId, git.history('main', `^${first}`));
    valueOf(await finalize(sessionId, [main(second)]));
    expect(await refsNow()).to.deep.equal({ 'refs/heads/main': second });
  });

  it('moves no ref unless all of them are where they were expected', async () => {
    const sessionId = await index.open();
    await index.send(sessionId, git.history('main'));
    const refused = await finalize(sessionId, [index.update('refs/heads/other', first), main(first, 'f'.repeat(40))]);
    expect(errorOf(refused)).to.deep.equal({ kind: 'conflict', reason: 'ref_moved', ref: 'refs/heads/main' });
    expect(await refsNow()).to.deep.equal({});
    valueOf(await finalize(sessionId, [main(first, null)]));
    const next = await index.open();
    expect(errorOf(await finalize(next, [main(null, null)]))).to.include({ reason: 'ref_moved' });
    valueOf(await finalize(next, [main(null, first)]));
    expect(await refsNow()).to.deep.equal({});
  });

  it('with all refs takes away the others, and is refused where somebody came between', async () => {
    const sessionId = await index.open();
    await index.send(sessionId, git.history('main'));
    valueOf(await finalize(sessionId, [main(first), index.update('refs/heads/gone', first)]));
    const [late, next] = [await index.open(), await index.open()];
    valueOf(await finalize(next, [main(first)], true));
    expect(await refsNow()).to.deep.equal({ 'refs/heads/main': first });
    expect(errorOf(await finalize(late, [], true))).to.deep.equal({ kind: 'conflict', reason: 'index_moved' });
    valueOf(await finalize(late, []));
    expect(await refsNow()).to.deep.equal({ 'refs/heads/main': first });
  });

  it('follows a branch that was forced to another history', async () => {
    const sessionId = await index.open();
    await index.send(sessionId, git.history('main'));
    valueOf(await finalize(sessionId, [main(first)]));
    const other = git.plant(new Map([['x', { mode: '100644', id: git.git(['hash-object', '-w', '--stdin'], 'x').trim() }]]), []);
    const forced = await index.open();
    await index.send(forced, git.history(other));
    valueOf(await finalize(forced, [main(other, first)]));
    expect(await refsNow()).to.deep.equal({ 'refs/heads/main': other });
  });

  it('tells webhooks what has moved, the first time, and of tags that are new', async () => {
    const sessionId = await index.open();
    await index.send(sessionId, git.history('main'));
    const tag = { id: gitId('e'.repeat(40)), taggerName: 'Ada', taggerEmail: '', taggedAt: 0, notes: 'First.' };
    const refs = [main(first), { ...index.update('refs/tags/v1', first), tag }];
    const before = events().length;
    const outcome = valueOf(await finalize(sessionId, refs));
    expect(valueOf(await finalize(sessionId, refs)), 'again').to.deep.equal(outcome);
    const next = await index.open();
    valueOf(await finalize(next, [...refs, index.update('refs/tags/v2/rc', first)]));
    const data = (generation: number, names: readonly string[]) => ({
      generation,
      refs: names.join(' '),
      ref_count: names.length,
    });
    expect(events().slice(before)).to.deep.equal([
      { type: 'repository.push.indexed', data: data(1, ['refs/heads/main', 'refs/tags/v1']) },
      { type: 'release.published', data: { tag: 'v1' } },
      { type: 'repository.push.indexed', data: data(2, ['refs/tags/v2/rc']) },
      { type: 'release.published', data: { tag: 'v2/rc' } },
    ]);
    const audited = index.world.unitOfWork.journal.auditEvents().filter(({ action }) => action === 'repository.index');
    expect(audited.map(({ target }) => target)).to.deep.equal([index.repository.id, index.repository.id]);
  });

  it('has the edited notes of 100 removed tags in memory at once, and removes those of all', async () => {
    const sessionId = await index.open();
    await index.send(sessionId, git.history('main'));
    const names = Array.from({ length: 250 }, (_, at) => trusted<TagName>(`v${at}`));
    const refs = names.map((name) => index.update(`refs/tags/${name}`, first));
    valueOf(await finalize(sessionId, refs));
    const { world, repository, push } = index;
    const notes: ReleaseNotes = { notes: 'Edited.', updatedAt: world.clock.now() };
    await change(world, async ({ releases }) => {
      for (const name of names) await releases.putNotes(repository.id, name, notes);
    });
    const asked: number[] = [];
    const counting = (records: Records): Records =>
      new Proxy(records, {
        get: (all, group): unknown => {
          if (group !== 'releases') return Reflect.get(all, group);
          const findNotes: Records['releases']['findNotes'] = (id, tags) => {
            asked.push(tags.length);
            return records.releases.findNotes(id, tags);
          };
          return { ...records.releases, findNotes };
        },
      });
    const unitOfWork: UnitOfWork = {
      ...world.unitOfWork,
      transact: (work) => world.unitOfWork.transact((records) => work(counting(records))),
    };
    const next = await index.open();
    const removal = { sessionId: next, refs: names.map((name) => index.update(`refs/tags/${name}`, null)), isComplete: false };
    valueOf(await finalizeIndex({ ...world.ports, unitOfWork })(push, removal));
    expect(asked).to.deep.equal([100, 100, 50]);
    expect(valueOf(await world.unitOfWork.read(({ releases }) => releases.findNotes(repository.id, names))).size).to.equal(0);
  });

  it('looks at the refs that are there with pauses, since each may have long notes', async () => {
    const sessionId = await index.open();
    await index.send(sessionId, git.history('main'));
    const names = Array.from({ length: 250 }, (_, at) => `refs/tags/v${at}`);
    const refs = names.map((name) => index.update(name, first));
    valueOf(await finalize(sessionId, refs));
    const { ports } = index.world;
    for (const isComplete of [true, false]) {
      let pauses = 0;
      const pause = (): Promise<void> => Promise.resolve(void (pauses += 1));
      const clock = { ...ports.clock, now: () => ports.clock.now(), pause };
      valueOf(await finalizeIndex({ ...ports, clock })(index.push, { sessionId: await index.open(), refs, isComplete }));
      expect(pauses, String(isComplete)).to.be.at.least(2);
    }
  });

  it('counts the objects that pointers name and the repository does not have', async () => {
    const oid = 'd'.repeat(64);
    const tip = git.commit({ 'model.bin': `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize 12345\n` });
    const sessionId = await index.open();
    await index.send(sessionId, git.history('main'));
    expect(valueOf(await finalize(sessionId, [main(tip)]))).to.include({ missingObjects: 1 });
    expect([...(await index.listed(tip))].find(([path]) => path === 'model.bin')?.[1]).to.include({ sizeBytes: 12_345 });
  });

  it('takes nothing once it is over, and is swept with what it leaves', async () => {
    const history = git.history('main');
    const sessionId = await index.open();
    valueOf(await index.gitIndex.takeCommits(index.push, { sessionId, commits: sentCommits(history) }));
    const trees = history.trees.map((tree) => ({ ...sentTree(tree), isLast: false }));
    valueOf(
      await index.gitIndex.takeTrees(index.push, {
        sessionId,
        objects: [],
        trees: trees.map((tree) => ({ ...tree, changes: [] })),
      }),
    );
    expect((await index.state()).index?.bytes).to.be.greaterThan(0);
    index.world.clock.advance(24 * HOUR_MS);
    const late = await index.gitIndex.takeCommits(index.push, { sessionId, commits: [] });
    expect(errorOf(late)).to.deep.equal({ kind: 'conflict', reason: 'session_expired' });
    expect(errorOf(await finalize(sessionId, []))).to.deep.equal({ kind: 'conflict', reason: 'session_expired' });
    index.world.clock.advance(1);
    expect(valueOf(await index.world.application.maintenance.sweep())).to.include({ sweptIndexSessions: 1 });
    expect(errorOf(await finalize(sessionId, []))).to.deep.equal({ kind: 'not_found' });
    // The number that the commit's tree has got stays.
    expect((await index.state()).index).to.include({ objectCount: 1, bytes: 200 });
  });

  it('is of one repository, and one that is finalized takes nothing more', async () => {
    const other = await indexedRepository();
    const sessionId = await index.open();
    expect(errorOf(await other.gitIndex.finalize(other.push, { sessionId, refs: [], isComplete: false }))).to.deep.equal({
      kind: 'not_found',
    });
    valueOf(await finalize(sessionId, []));
    const more = await index.gitIndex.takeTrees(index.push, { sessionId, objects: [], trees: [] });
    expect(errorOf(more)).to.deep.equal({ kind: 'conflict', reason: 'session_finalized' });
    const unknown = trusted<IndexSessionId>('00000000-0000-4000-8000-000000000000');
    expect(errorOf(await finalize(unknown, []))).to.deep.equal({ kind: 'not_found' });
  });

  it('gives way to another one when there are a hundred, a finalized one first', async () => {
    const [oldest, finalized] = [await index.open(), await index.open()];
    valueOf(await finalize(finalized, []));
    for (let count = 2; count < 101; count += 1) await index.open();
    const isThere = async (sessionId: IndexSessionId) =>
      valueOf(await index.world.unitOfWork.read(({ gitIndex }) => gitIndex.findSession(index.repository.id, sessionId))) !==
      undefined;
    expect([await isThere(oldest), await isThere(finalized)]).to.deep.equal([true, false]);
    await index.open();
    expect(await isThere(oldest)).to.equal(false);
  });

  it('of the other format ends those of the format that an empty index had', async () => {
    const history = git.history('main');
    const sessionId = await index.open('sha1');
    valueOf(await index.gitIndex.takeCommits(index.push, { sessionId, commits: sentCommits(history) }));
    const next = await index.open('sha256');
    expect((await index.state()).index).to.include({ objectFormat: 'sha256', bytes: 0 });
    const trees = history.trees.map(sentTree);
    const late = await index.gitIndex.takeTrees(index.push, { sessionId, objects: sentObjects(history), trees });
    expect(errorOf(late)).to.deep.equal({ kind: 'not_found' });
    valueOf(await finalize(next, []));
  });

  it('brings no more commits than the limit, those that wait for their trees among them', async () => {
    index = await indexedRepository({ bounds: { gitCommitsPerRepository: 1 } });
    const sessionId = await index.open();
    valueOf(await index.gitIndex.takeCommits(index.push, { sessionId, commits: sentCommits(git.history('main')) }));
    git.commit({ a: 'more' });
    const refused = await index.gitIndex.takeCommits(index.push, { sessionId, commits: sentCommits(git.history('main')) });
    expect(errorOf(refused)).to.deep.equal({ kind: 'quota_exceeded', reason: 'max_git_commits', limit: 1, current: 1 });
  });

  it('brings no more bytes than the limit', async () => {
    index = await indexedRepository({ bounds: { gitIndexBytesPerRepository: 1000 } });
    const sessionId = await index.open();
    const history = git.history('main');
    valueOf(await index.gitIndex.takeCommits(index.push, { sessionId, commits: sentCommits(history) }));
    const refused = await index.gitIndex.takeTrees(index.push, {
      sessionId,
      objects: sentObjects(history),
      trees: history.trees.map(sentTree),
    });
    expect(errorOf(refused)).to.include({ kind: 'quota_exceeded', reason: 'max_git_index_bytes', limit: 1000 });
  });
});
