import { createGitRepository, type GitRepository, type WireHistory } from '@svc/test-services/git-repository';
import { expect } from 'chai';
import { err } from 'neverthrow';
import { gitPathOfText } from '../../../src/model/git-index/git-path.js';
import { errorOf, objectOf, valueOf } from '../../builders/world.js';
import { pushTexts } from '../../builders/push-texts.js';
import type { SentTree } from '../../../src/use-cases/git-index/sent-trees.js';
import { gitId, indexedRepository, type IndexedRepository, sentCommits, sentObjects, sentTree } from './indexed-repository.js';

/** What changes about a history before it is sent. */
type Forge = (history: WireHistory) => void;

const path = (text: string) => {
  const found = gitPathOfText(text);
  if (found === undefined) throw new Error(`${text} is a path`);
  return found;
};

describe('a forged index', () => {
  let git: GitRepository;
  let index: IndexedRepository;
  beforeEach(async () => {
    git = createGitRepository();
    git.commit({ 'README.md': 'hello', 'models/a': 'weights', 'models/b/c': 'more' });
    git.commit({ 'models/a': 'better weights', 'models/d': 'new' });
    index = await indexedRepository();
  });
  afterEach(() => git.remove());

  /** The answer to the commits of a forged history, and to its trees where those are taken. */
  const answerTo = async (forge: Forge) => {
    const sessionId = await index.open();
    const history = git.history('main');
    forge(history);
    const commits = await index.gitIndex.takeCommits(index.push, { sessionId, commits: sentCommits(history) });
    if (commits.isErr()) return err(commits.error);
    const trees = history.trees.map(sentTree);
    return index.gitIndex.takeTrees(index.push, { sessionId, objects: sentObjects(history), trees });
  };

  const nothingIsLeft = async (): Promise<void> => {
    const { index: state } = await index.state();
    expect(state).to.deep.include({ commitCount: 0, objectCount: 0, writeCount: 0 });
  };

  const second = ({ trees }: WireHistory) => {
    const tree = trees[1];
    if (tree === undefined) throw new Error('there are two commits');
    return tree;
  };

  const changeOf = (history: WireHistory, changed: string) => {
    const change = second(history).changes.find(([name]) => name === changed);
    if (change === undefined) throw new Error(`${changed} is changed`);
    return change;
  };

  const forgeries: Readonly<Record<string, readonly [field: string, problem: string, reason: string | undefined, forge: Forge]>> =
    {
      'of a commit that hashes to another id': [
        'commits.0.id',
        'contradictory',
        'wrong_id',
        ({ commits: [commit] }) => {
          if (commit !== undefined) commit.raw = Buffer.from('tree x').toString('base64');
        },
      ],
      'of a commit without its parent': ['commits.0.raw', 'contradictory', 'unknown_parent', ({ commits }) => commits.shift()],
      'of a commit before its parent': ['commits.0.raw', 'contradictory', 'unknown_parent', ({ commits }) => commits.reverse()],
      'of the tree of a commit that was not sent': [
        'trees.1.commit',
        'unknown',
        'unknown_commit',
        (history) => {
          second(history).commit = 'a'.repeat(40);
        },
      ],
      'of a tree before that of the parent': [
        'trees.0.commit',
        'contradictory',
        'unknown_parent',
        ({ trees }) => trees.reverse(),
      ],
      'of an id of the other format': [
        'objects.0.id',
        'malformed',
        undefined,
        ({ objects: [object] }) => {
          if (object !== undefined) object.id = 'a'.repeat(64);
        },
      ],
      'of a file whose size nobody tells': [
        'trees.0.changes.0',
        'contradictory',
        'unknown_object',
        ({ objects }) => objects.splice(0),
      ],
      'of two sizes of one object': [
        'objects.5.size',
        'contradictory',
        undefined,
        ({ objects }) => objects.push({ ...(objects[0] ?? { id: '' }), size: 7 }),
      ],
      'of a path that is changed twice': [
        'trees.1.changes',
        'contradictory',
        'path_repeated',
        (history) => second(history).changes.push(changeOf(history, 'models/d')),
      ],
      'of a path that is removed and was never there': [
        'trees.1.changes',
        'contradictory',
        'path_absent',
        (history) => second(history).changes.push(['nowhere', '000000', null]),
      ],
      'of a file in a folder that is none': [
        'trees.1.changes',
        'contradictory',
        'path_without_folder',
        (history) => second(history).changes.push(['README.md/x', '100644', changeOf(history, 'models/d')[2]]),
      ],
      'of a folder that is a file and has files': [
        'trees.1.changes',
        'contradictory',
        'folder_not_empty',
        (history) => {
          const folder = changeOf(history, 'models');
          [folder[1], folder[2]] = ['100644', changeOf(history, 'models/d')[2]];
        },
      ],
      'of another file than the tree has': [
        'trees.1.changes',
        'contradictory',
        'tree_mismatch',
        (history) => {
          changeOf(history, 'models/d')[2] = history.objects[0]?.id ?? '';
        },
      ],
      'of another mode than the tree has': [
        'trees.1.changes',
        'contradictory',
        'tree_mismatch',
        (history) => {
          changeOf(history, 'models/d')[1] = '100755';
        },
      ],
      'that leaves a file out': [
        'trees.1.changes',
        'contradictory',
        'tree_mismatch',
        (history) => {
          const tree = second(history);
          tree.changes = tree.changes.filter(([name]) => name !== 'models/d');
        },
      ],
      'that leaves a folder out': [
        'trees.1.changes',
        'contradictory',
        'tree_mismatch',
        (history) => {
          const tree = second(history);
          tree.changes = tree.changes.filter(([name]) => name !== 'models');
        },
      ],
      'that leaves everything out': [
        'trees.1.changes',
        'contradictory',
        'tree_mismatch',
        (history) => {
          second(history).changes = [];
        },
      ],
      'that changes a folder only by name': [
        'trees.1.changes',
        'contradictory',
        'tree_mismatch',
        (history) => {
          const tree = second(history);
          tree.changes = tree.changes.filter(([name]) => name === 'models');
        },
      ],
    };

  for (const [title, [field, problem, reason, forge]] of Object.entries(forgeries)) {
    it(`${title} is refused, and nothing of it is left`, async () => {
      const refused = errorOf(await answerTo(forge));
      expect(refused).to.deep.equal({ kind: 'bad_request', field, problem, ...(reason !== undefined && { reason }) });
      await nothingIsLeft();
    });
  }

  it('of a size, or of a pointer, that contradicts an earlier request is refused', async () => {
    valueOf(await answerTo(() => undefined));
    const refused = [
      await answerTo(({ objects: [object] }) => {
        if (object !== undefined) object.size += 1;
      }),
      await answerTo(({ objects: [object] }) => {
        if (object !== undefined) object.lfs = { oid: 'a'.repeat(64), size: 1 };
      }),
    ];
    const error = { kind: 'bad_request', field: 'objects.0.size', problem: 'contradictory', reason: 'described_otherwise' };
    for (const answer of refused) expect(errorOf(answer)).to.deep.include(error);
  });

  describe('of a pointer that names another size than the stored object has', () => {
    const stored = objectOf('weights');
    const sizeBytes = stored.sizeBytes + 1;
    const lie = ({ objects: [object] }: WireHistory): void => {
      if (object !== undefined) object.lfs = { oid: stored.oid, size: sizeBytes };
    };
    const idOf = (at: number) => gitId(git.history('main').objects[at]?.id ?? '');

    it('is refused, with the pointer and both sizes', async () => {
      await pushTexts(index.world, index.push, 'weights');
      expect(errorOf(await answerTo(lie))).to.deep.equal({
        kind: 'bad_request',
        field: 'objects.0.lfs.size',
        problem: 'contradictory',
        reason: 'stored_otherwise',
        pointers: [{ id: idOf(0), oid: stored.oid, sizeBytes, storedBytes: stored.sizeBytes }],
      });
    });

    it('is refused with all pointers of the request that are wrong', async () => {
      await pushTexts(index.world, index.push, 'weights');
      const refused = errorOf(
        await answerTo(({ objects }) => {
          for (const object of objects) object.lfs = { oid: stored.oid, size: sizeBytes };
        }),
      );
      const { objects } = git.history('main');
      expect(refused.kind === 'bad_request' && refused.pointers?.map(({ id }) => id)).to.deep.equal(
        objects.map(({ id }) => gitId(id)),
      );
    });

    it('is taken where the index knows the pointer from before the object came', async () => {
      valueOf(await answerTo(lie));
      await pushTexts(index.world, index.push, 'weights');
      valueOf(await answerTo(lie));
    });

    it('is taken as that of a plain file, and a right pointer later as what it is', async () => {
      await pushTexts(index.world, index.push, 'weights');
      valueOf(await answerTo(() => undefined));
      git.commit({ 'README.md': 'the right pointer' });
      const right = ({ objects }: WireHistory): void => {
        const object = objects.at(-1);
        if (object !== undefined) object.lfs = { oid: stored.oid, size: stored.sizeBytes };
      };
      valueOf(await answerTo(right));
    });

    it('is refused as a plain file once the object is not stored any more', async () => {
      valueOf(await answerTo(() => undefined));
      expect(errorOf(await answerTo(lie))).to.deep.include({
        reason: 'described_otherwise',
        pointers: [{ id: idOf(0), oid: stored.oid, sizeBytes, storedBytes: undefined }],
      });
    });
  });

  it('is not helped by parts: what they come to is hashed when the last has come', async () => {
    const sessionId = await index.open();
    const history = git.history('main');
    valueOf(await index.gitIndex.takeCommits(index.push, { sessionId, commits: sentCommits(history) }));
    const [first] = history.trees.map(sentTree);
    if (first === undefined) throw new Error('there are two commits');
    const objects = sentObjects(history);
    const part = { ...first, isLast: false };
    valueOf(await index.gitIndex.takeTrees(index.push, { sessionId, objects, trees: [part] }));
    const extra = { path: path('models/b/extra'), file: first.changes.find((change) => change.path === path('README.md'))?.file };
    const refused = await index.gitIndex.takeTrees(index.push, {
      sessionId,
      objects: [],
      trees: [{ ...first, changes: [extra] }],
    });
    expect(errorOf(refused)).to.include({ field: 'trees.0.changes', reason: 'tree_mismatch' });
    valueOf(await index.gitIndex.takeTrees(index.push, { sessionId, objects: [], trees: [{ ...first, changes: [] }] }));
  });

  it('of a commit in more than 5,000 parts is refused', async () => {
    const sessionId = await index.open();
    const history = git.history('main');
    valueOf(await index.gitIndex.takeCommits(index.push, { sessionId, commits: sentCommits(history) }));
    const [object] = sentObjects(history);
    const [commit] = sentCommits(history);
    if (object === undefined || commit === undefined) throw new Error('there is a commit with a file');
    const file = { mode: 0o100644 as const, id: object.id };
    const trees = Array.from({ length: 5001 }, (_, at) => ({
      commit: commit.id,
      changes: [{ path: path(`file-${at}`), file }],
      renames: [],
      rawTrees: [],
      isLast: false,
    }));
    const refused = await index.gitIndex.takeTrees(index.push, { sessionId, objects: [object], trees });
    expect(errorOf(refused)).to.deep.equal({
      kind: 'bad_request',
      field: 'trees.5000',
      problem: 'out_of_range',
      reason: 'too_many_parts',
    });
  });

  it('of a path that is changed twice is refused also where the change waits for the next part', async () => {
    const sessionId = await index.open();
    const history = git.history('main');
    valueOf(await index.gitIndex.takeCommits(index.push, { sessionId, commits: sentCommits(history) }));
    const [object] = sentObjects(history);
    const [commit] = sentCommits(history);
    if (object === undefined || commit === undefined) throw new Error('there is a commit with a file');
    const gone = { path: path('a'), file: undefined };
    const send = (changes: SentTree['changes']) => {
      const trees = [{ commit: commit.id, changes, renames: [], rawTrees: [], isLast: false }];
      return index.gitIndex.takeTrees(index.push, { sessionId, objects: [object], trees });
    };
    const last = (name: string) => ({ path: path(name), file: { mode: 0o100644 as const, id: object.id } });
    const refused = { field: 'trees.0.changes', problem: 'contradictory', reason: 'path_repeated' };
    expect(errorOf(await send([gone, gone, last('a.b')]))).to.include(refused);
    valueOf(await send([gone, last('a.b')]));
    expect(errorOf(await send([gone, last('a.c')]))).to.include(refused);
  });

  it('of paths that lie in more folders than it names is refused before anything is made of them', async () => {
    const sessionId = await index.open();
    const history = git.history('main');
    valueOf(await index.gitIndex.takeCommits(index.push, { sessionId, commits: sentCommits(history) }));
    const [object] = sentObjects(history);
    const [commit] = sentCommits(history);
    if (object === undefined || commit === undefined) throw new Error('there is a commit with a file');
    const file = { mode: 0o100644 as const, id: object.id };
    const deep = (at: number) => path(`${at}${'/d'.repeat(254)}/f`);
    const send = (count: number) => {
      const changes = Array.from({ length: count }, (_, at) => ({ path: deep(at), file }));
      const trees = [{ commit: commit.id, changes, renames: [], rawTrees: [], isLast: true }];
      return index.gitIndex.takeTrees(index.push, { sessionId, objects: [object], trees });
    };
    expect(errorOf(await send(1))).to.include({ reason: 'path_without_folder' });
    const refused = { kind: 'bad_request', field: 'trees.0.changes', problem: 'out_of_range', reason: 'too_much_at_once' };
    expect(errorOf(await send(2000))).to.deep.equal(refused);
  });

  it('of more bytes of commits than one request may need is refused, and taken with several', async () => {
    const sessionId = await index.open();
    const first = git.history('main').commits[0]?.id ?? '';
    const tree = git.git(['rev-parse', 'main^{tree}']).trim();
    const long = 'm'.repeat(700_000);
    const ids = Array.from({ length: 50 }, (_, at) => git.git(['commit-tree', tree, '-p', first], `${at} ${long}`).trim());
    const history = git.history('main');
    valueOf(await index.gitIndex.takeCommits(index.push, { sessionId, commits: sentCommits(history) }));
    const objects = sentObjects(history);
    valueOf(await index.gitIndex.takeTrees(index.push, { sessionId, objects, trees: history.trees.map(sentTree) }));
    for (const id of ids) {
      const raw = Buffer.from(git.git(['cat-file', 'commit', id]), 'latin1');
      valueOf(await index.gitIndex.takeCommits(index.push, { sessionId, commits: [{ id: gitId(id), raw }] }));
    }
    const changes = second(history).changes;
    const trees = ids.map((commit) => sentTree({ commit, changes, is_last: true }));
    expect(errorOf(await index.gitIndex.takeTrees(index.push, { sessionId, objects: [], trees }))).to.deep.equal({
      kind: 'bad_request',
      field: 'trees',
      problem: 'out_of_range',
      reason: 'too_much_at_once',
    });
    for (const some of [trees.slice(0, 25), trees.slice(25)]) {
      const taken = valueOf(await index.gitIndex.takeTrees(index.push, { sessionId, objects: [], trees: some }));
      expect(taken.completed).to.equal(25);
    }
  });

  it('moves no ref to a commit whose tree has not come', async () => {
    const sessionId = await index.open();
    const history = git.history('main');
    valueOf(await index.gitIndex.takeCommits(index.push, { sessionId, commits: sentCommits(history) }));
    const refs = [index.update('refs/heads/main', history.commits[0]?.id ?? '')];
    const refused = await index.gitIndex.finalize(index.push, { sessionId, refs, isComplete: false });
    expect(errorOf(refused)).to.deep.equal({
      kind: 'bad_request',
      field: 'refs.0.target',
      problem: 'unknown',
      reason: 'unknown_commit',
    });
  });
});
