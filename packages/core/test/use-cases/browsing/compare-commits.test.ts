import { setImmediate } from 'node:timers/promises';
import { createGitRepository, type GitRepository } from '@svc/test-services/git-repository';
import { expect } from 'chai';
import { ok } from 'neverthrow';
import { createApplication } from '../../../src/application.js';
import { trusted } from '../../../src/model/values/brand.js';
import type { Oid } from '../../../src/model/values/oid.js';
import type { Queries, UnitOfWork } from '../../../src/ports/unit-of-work.js';
import { errorOf, valueOf } from '../../builders/world.js';
import { indexedRepository, type IndexedRepository } from '../git-index/indexed-repository.js';

const pointer = (digit: string, size: number): string =>
  `version https://git-lfs.github.com/spec/v1\noid sha256:${digit.repeat(64)}\nsize ${size}\n`;

describe('the new bytes of a comparison', () => {
  let git: GitRepository;
  let index: IndexedRepository;

  beforeEach(async () => {
    git = createGitRepository();
    index = await indexedRepository();
  });
  afterEach(() => git.remove());

  const newBytes = async (base: string, head: string): Promise<number> => {
    const sessionId = await index.open();
    await index.send(sessionId, git.history(base, head));
    const refs = [index.update('refs/heads/base', base), index.update('refs/heads/head', head)];
    valueOf(await index.gitIndex.finalize(index.push, { sessionId, refs, isComplete: false }));
    const pull = await index.world.grant(index.owner, index.repository.id, 'repository.pull');
    const command = { base, head, path: '' as const, page: { limit: 10 } };
    return valueOf(await index.world.application.browsing.compare(pull, command)).newBytes;
  };

  it('are what an object alone has added to the storage, where the repository has it, and its size where not', async () => {
    const base = git.commit({ 'a.bin': pointer('a', 1000) });
    const head = git.commit({ 'a.bin': pointer('b', 1100), 'b.bin': pointer('c', 500), 'c.bin': 'plain' });
    const stored = valueOf(
      await index.world.unitOfWork.transact(async ({ objects }) =>
        ok(
          await objects.add(index.repository.id, [
            {
              oid: trusted<Oid>('b'.repeat(64)),
              sizeBytes: 1100,
              physicalBytes: 30,
              layout: 'chunks',
              name: undefined,
              type: 'other',
              uploadedBy: index.owner.userId,
              createdAt: 0,
            },
          ]),
        ),
      ),
    );
    expect(stored).to.have.length(1);
    expect(await newBytes(base, head)).to.equal(30 + 500 + 'plain'.length);
  });

  it('count nothing of an LFS object that the base has elsewhere, and each object once', async () => {
    const base = git.commit({ 'a/old.bin': pointer('a', 1000), 'lost.bin': pointer('d', 50) });
    const between = git.commit({ 'lost.bin': null });
    const copied = git.commit({ 'b.bin': pointer('a', 1000), 'c.bin': pointer('e', 7), 'd.bin': pointer('e', 7) });
    const back = git.commit({ 'lost.bin': pointer('d', 50) });
    expect(await newBytes(between, copied)).to.equal(7);
    expect(await newBytes(copied, back)).to.equal(50);
    expect(await newBytes(back, base)).to.equal(0);
  });
});

describe('a comparison in a repository that is removed meanwhile', () => {
  it('is not there, whatever of it is missing', async () => {
    const git = createGitRepository();
    const index = await indexedRepository();
    const base = git.commit({ a: '1' });
    const head = git.commit({ a: '2' });
    const sessionId = await index.open();
    await index.send(sessionId, git.history('main'));
    git.remove();
    const refs = [index.update('refs/heads/main', head)];
    valueOf(await index.gitIndex.finalize(index.push, { sessionId, refs, isComplete: false }));
    const { world, owner, repository } = index;
    const pull = await world.grant(owner, repository.id, 'repository.pull');
    const admin = await world.grant(owner, repository.id, 'repository.admin');
    let isRemoved = false;
    const unitOfWork: UnitOfWork = {
      ...world.unitOfWork,
      read: (work) =>
        world.unitOfWork.read((queries) => {
          const findCommitDetails: Queries['gitIndex']['findCommitDetails'] = async (...asked) => {
            valueOf(await world.application.repositories.remove(admin));
            isRemoved = true;
            return queries.gitIndex.findCommitDetails(...asked);
          };
          return work({ ...queries, gitIndex: { ...queries.gitIndex, findCommitDetails } });
        }),
    };
    const { browsing } = createApplication({ ...world.ports, unitOfWork });
    const command = { base, head, path: '' as const, page: { limit: 10 } };
    expect(errorOf(await browsing.compare(pull, command))).to.deep.equal({ kind: 'not_found' });
    expect(isRemoved).to.equal(true);
  });
});

describe('the pages of a large comparison', () => {
  let git: GitRepository;
  beforeEach(() => {
    git = createGitRepository();
  });
  afterEach(() => git.remove());

  it('are all of it, whether it is kept or looked for again', async () => {
    const data = (text: string): string => `data ${text.length}\n${text}\n`;
    const files = (count: number, folder: string, content: string): string =>
      Array.from({ length: count }, (_, at) => `M 100644 inline ${folder}/${at}\n${data(`${content} ${at}`)}`).join('');
    const commit = (time: number, changes: string): string =>
      `commit refs/heads/main\ncommitter A <a@example.test> ${time} +0000\n${data('commit')}${changes}\n`;
    const moved = Array.from({ length: 1300 }, (_, at) => `R old/${at} new/${at}\n`).join('');
    const history = commit(1, files(1300, 'old', 'moved')) + commit(2, moved + files(1500, 'added', 'added'));
    git.git(['fast-import', '--quiet'], history);
    const [head = '', base = ''] = git.git(['rev-list', 'main']).split('\n');

    const index = await indexedRepository();
    const sessionId = await index.open();
    await index.send(sessionId, git.history('main'));
    const refs = [index.update('refs/heads/main', head)];
    valueOf(await index.gitIndex.finalize(index.push, { sessionId, refs, isComplete: true }));
    const pull = await index.world.grant(index.owner, index.repository.id, 'repository.pull');
    const paths: string[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined;) {
      const page: { limit: number; cursor?: string } = { limit: 97, ...(cursor !== '' && { cursor }) };
      const answer = valueOf(await index.world.application.browsing.compare(pull, { base, head, path: '', page }));
      const { changes, totals } = answer;
      expect([totals.added.files, totals.removed.files, totals.renamed.files]).to.deep.equal([1500, 0, 1300]);
      paths.push(...changes.items.map(({ status, former, path }) => `${status} ${former?.path ?? ''} ${path}`));
      cursor = changes.nextCursor;
    }
    const expected = [
      ...Array.from({ length: 1500 }, (_, at) => `added  added/${at}`),
      ...Array.from({ length: 1300 }, (_, at) => `renamed old/${at} new/${at}`),
    ];
    expect(paths.toSorted()).to.deep.equal(expected.toSorted());
  });
});

describe('comparisons of many commits at once', () => {
  it('are made two at a time for an organization, and all are made', async () => {
    const git = createGitRepository();
    try {
      const commits = Array.from({ length: 7 }, (_, at) => git.commit({ [`${at}`]: `${at}` }));
      const index = await indexedRepository();
      const sessionId = await index.open();
      await index.send(sessionId, git.history('main'));
      const [base = '', ...heads] = commits;
      const refs = [index.update('refs/heads/main', heads.at(-1) ?? '')];
      valueOf(await index.gitIndex.finalize(index.push, { sessionId, refs, isComplete: true }));
      const held: (() => void)[] = [];
      let isHolding = false;
      const pause = (): Promise<void> => (isHolding ? new Promise((resolve) => void held.push(resolve)) : Promise.resolve());
      const { ports } = index.world;
      const { browsing } = createApplication({ ...ports, clock: { ...ports.clock, now: () => ports.clock.now(), pause } });
      const pull = await index.world.grant(index.owner, index.repository.id, 'repository.pull');
      const compare = async (head: string): Promise<number> =>
        valueOf(await browsing.compare(pull, { base, head, path: '', page: { limit: 10 } })).totals.added.files;
      expect(await compare(base)).to.equal(0);
      isHolding = true;
      const compared = Promise.all(heads.map(compare));
      for (let turn = 0; turn < 50; turn += 1) await setImmediate();
      expect(held).to.have.length(2);
      isHolding = false;
      for (const go of held) go();
      expect(await compared).to.deep.equal([1, 2, 3, 4, 5, 6]);
    } finally {
      git.remove();
    }
  });
});
