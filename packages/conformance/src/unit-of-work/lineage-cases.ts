import {
  type GraphEdge,
  type GraphEdgeId,
  type GraphNode,
  maxRefNameBytes,
  type RepositoryId,
  type TagName,
  trusted,
  type UserId,
} from '@svc/core/model';
import { expect } from 'chai';
import { err, ok } from 'neverthrow';
import { builtAt, uniqueHash, uniqueId } from './builders.js';
import { expectPaging } from './expect-paging.js';
import { aCommit, aRef, indexed } from './git-index-builders.js';
import { ask, commit, together, type UnitOfWorkCase, type UnitOfWorkHarness } from './harness.js';
import { storedRepository } from './stored.js';

const aNode = (repositoryId: RepositoryId, part: Partial<GraphNode> = {}): GraphNode => ({
  repositoryId,
  kind: 'artifact',
  id: uniqueHash(),
  ...part,
});

const anEdge = (repositoryId: RepositoryId, part: Partial<GraphEdge> = {}): GraphEdge => ({
  id: trusted<GraphEdgeId>(uniqueId()),
  repositoryId,
  type: 'derived_from',
  from: aNode(repositoryId),
  to: aNode(repositoryId),
  note: undefined,
  createdBy: trusted<UserId>(uniqueId()),
  createdAt: builtAt,
  ...part,
});

const add = async (harness: UnitOfWorkHarness, ...edges: readonly GraphEdge[]): Promise<void> =>
  commit(harness, async ({ lineage }) => {
    for (const edge of edges) await lineage.add(edge, 100);
  });

/** Of many letters, since one that is said again and again takes next to no room in an index. */
const longest = (prefix: string): string => {
  const letters = Array.from({ length: Math.floor((maxRefNameBytes - prefix.length) / 3) }, (_, index) =>
    String.fromCodePoint(0x4e_00 + ((index * 7919) % 20_000)),
  );
  return prefix + letters.join('');
};

export const lineageCases: readonly UnitOfWorkCase[] = [
  {
    title: 'edges of a repository are listed, the newest first, as they were added',
    run: async (harness) => {
      const [{ id }, { id: other }] = [await storedRepository(harness), await storedRepository(harness)];
      const edges = [
        anEdge(id, { type: 'trained_on', note: "'note' \\ 漢 😀\n", to: aNode(other, { kind: 'release', id: 'release/é 😀' }) }),
        anEdge(id, { createdAt: builtAt + 1, from: aNode(id, { kind: 'commit', id: 'a'.repeat(40) }) }),
        anEdge(id),
        anEdge(id, { createdAt: builtAt + 2 }),
      ];
      await add(harness, ...edges, anEdge(other));
      const inOrder = edges.toSorted((left, right) => right.createdAt - left.createdAt || (left.id < right.id ? -1 : 1));
      await expectPaging((page) => ask(harness, ({ lineage }) => lineage.list(id, page)), inOrder);
    },
  },
  {
    title: 'a branch, a tag and an edge are kept whose names are as long as they may be, whatever their letters',
    run: async (harness) => {
      const id = await indexed(harness);
      const first = aCommit(0);
      const [branch, tag] = [longest('refs/heads/'), longest('refs/tags/')];
      const name = trusted<TagName>(tag.slice('refs/tags/'.length));
      const release = aNode(id, { kind: 'release', id: name });
      const edge = anEdge(id, { from: release, to: release });
      await add(harness, edge);
      await commit(harness, async ({ gitIndex, releases }) => {
        await gitIndex.addCommits(id, [first]);
        await gitIndex.putRefs(id, [aRef(branch, first), aRef(tag, first)]);
        await releases.putNotes(id, name, { notes: '', updatedAt: builtAt });
      });
      await ask(harness, async ({ gitIndex, lineage, releases }) => {
        expect(await gitIndex.countRefs(id)).to.equal(2);
        expect([...(await releases.findNotes(id, [name])).keys()]).to.deep.equal([name]);
        const at = { nodes: [release], repositoryIds: [id], belongTo: 'these' } as const;
        for (const end of ['from', 'to'] as const) expect(await lineage.listAt({ ...at, end }, 9)).to.deep.equal([edge]);
      });
    },
  },
  {
    title: 'edges are found by the nodes at one of their ends, of some repositories or of others',
    run: async (harness) => {
      const [{ id }, { id: other }] = [await storedRepository(harness), await storedRepository(harness)];
      const [a, b] = [aNode(id), aNode(id, { kind: 'release', id: 'v1' })];
      const [ab, ba, foreign] = [anEdge(id, { from: a, to: b }), anEdge(id, { from: b, to: a }), anEdge(other, { to: a })];
      const unrelated = [anEdge(id, { from: { ...b, kind: 'artifact' } }), anEdge(id, { from: { ...b, repositoryId: other } })];
      await add(harness, ab, ba, foreign, anEdge(id), ...unrelated);
      const find = async (
        nodes: readonly GraphNode[],
        end: 'from' | 'to',
        repositoryIds: readonly RepositoryId[],
        belongTo: 'these' | 'others' = 'these',
        limit = 10,
      ) => ask(harness, ({ lineage }) => lineage.listAt({ nodes, end, repositoryIds, belongTo }, limit));
      expect(await find([a], 'from', [id])).to.deep.equal([ab]);
      expect(await find([a], 'to', [id])).to.deep.equal([ba]);
      expect(await find([a], 'to', [id], 'others')).to.deep.equal([foreign]);
      expect(await find([a], 'to', [id, other], 'others')).to.deep.equal([]);
      expect(await find([a, b], 'to', [id, other])).to.have.deep.members([ab, ba, foreign]);
      expect(await find([a, b], 'to', [id, other], 'these', 2)).to.have.length(2);
      expect(await find([b], 'from', [other])).to.deep.equal([]);
      expect(await find([], 'from', [id])).to.deep.equal([]);
    },
  },
  {
    title: 'an edge is removed once, of its own repository',
    run: async (harness) => {
      const [{ id }, { id: other }] = [await storedRepository(harness), await storedRepository(harness)];
      const edge = anEdge(id);
      await add(harness, edge);
      const remove = (repositoryId: RepositoryId) => commit(harness, ({ lineage }) => lineage.remove(repositoryId, edge.id));
      expect(await remove(other)).to.equal(undefined);
      expect(await remove(id)).to.deep.equal(edge);
      expect(await remove(id)).to.equal(undefined);
    },
  },
  {
    title: 'of many who add the last edges that a repository may have as many get through as fit, and a removed one makes room',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const edges = Array.from({ length: 12 }, () => anEdge(id));
      const added = await together(12, async (at) => {
        const edge = edges[at] ?? anEdge(id);
        // What is full must not be kept.
        const outcome = await harness.unitOfWork.transact(async ({ lineage }) =>
          (await lineage.add(edge, 5)) ? ok(edge) : err('full' as const),
        );
        return outcome.isOk() ? [outcome.value] : [];
      });
      const kept = added.flat();
      expect(kept).to.have.length(5);
      const list = async () => (await ask(harness, ({ lineage }) => lineage.list(id, { limit: 20 }))).items;
      expect(await list()).to.have.deep.members(kept);
      const [first = anEdge(id)] = kept;
      await commit(harness, ({ lineage }) => lineage.remove(id, first.id));
      expect(await commit(harness, ({ lineage }) => lineage.add(anEdge(id), 5))).to.equal(true);
    },
  },
  {
    title: 'edges go with their repository, and stay when one goes that they lead to',
    run: async (harness) => {
      const [{ id }, { id: other }] = [await storedRepository(harness), await storedRepository(harness)];
      const node = aNode(other);
      const [own, foreign] = [anEdge(id, { to: node }), anEdge(other, { from: node })];
      await add(harness, own, foreign);
      await commit(harness, ({ repositories }) => repositories.remove(other));
      const list = async (repositoryId: RepositoryId) =>
        (await ask(harness, ({ lineage }) => lineage.list(repositoryId, { limit: 9 }))).items;
      expect(await list(other)).to.deep.equal([]);
      expect(await list(id)).to.deep.equal([own]);
    },
  },
];
