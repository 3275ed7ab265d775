import { createSeededRandom } from '@svc/conformance';
import { expect } from 'chai';
import { ok } from 'neverthrow';
import { grantSignedIn } from '../../../src/access/grant.js';
import { badRequest, notFound } from '../../../src/model/app-error.js';
import { type GraphDirection, graphDirections, type GraphNode, nodeKey } from '../../../src/model/lineage/graph-edge.js';
import type { StoredObject } from '../../../src/model/objects/stored-object.js';
import type { Caller } from '../../../src/model/permissions/caller.js';
import type { Limits } from '../../../src/model/quotas/limits.js';
import type { RepositoryVisibility } from '../../../src/model/repository.js';
import { type RepositoryId, trusted } from '../../../src/model/values/index.js';
import type { Graph, ReadGraph } from '../../../src/use-cases/lineage/read-graph.js';
import { createWorld, errorOf, oidOf, slug, valueOf, withRepository } from '../../builders/world.js';

/** Two owners of an organization each: the repositories of the second are hidden from the first, but for one that is public. */
const setting = async (bounds: Partial<Limits> = {}) => {
  const world = createWorld('business', { bounds });
  const { application } = world;
  const { owner, repository } = await withRepository(world);
  const other = await world.signIn('owner@bees.test');
  valueOf(await application.organizations.create(grantSignedIn(other), { name: 'Bees' }));
  const bees = valueOf(await application.authorize.organization(other, slug('bees'), 'repositories.create'));
  const make = async (name: string, visibility: RepositoryVisibility): Promise<RepositoryId> =>
    valueOf(await application.repositories.create(bees, { name, visibility })).id;
  const repositories = { own: repository.id, public: await make('Public', 'PUBLIC'), hidden: await make('Hidden', 'PRIVATE') };

  const artifact = async (repositoryId: RepositoryId, text: string): Promise<GraphNode> => {
    const id = oidOf(text);
    const object: StoredObject = {
      oid: id,
      sizeBytes: text.length,
      // They lie nowhere, so nothing is charged for them.
      physicalBytes: 0,
      layout: 'whole',
      name: undefined,
      type: 'other',
      uploadedBy: owner.userId,
      createdAt: 0,
    };
    valueOf(await world.unitOfWork.transact(async ({ objects }) => ok(await objects.add(repositoryId, [object]))));
    return { repositoryId, kind: 'artifact', id };
  };
  const lay = async (caller: Caller, repositoryId: RepositoryId, from: GraphNode, to: GraphNode) =>
    application.lineage.add(await world.grant(caller, repositoryId, 'repository.update'), {
      type: 'derived_from',
      from,
      to,
      note: undefined,
    });
  const read = async (caller: Caller, repositoryId: RepositoryId, command: Partial<ReadGraph> = {}) =>
    application.lineage.read(await world.grant(caller, repositoryId, 'repository.pull'), {
      start: undefined,
      depth: 10,
      direction: 'both',
      limit: 500,
      cursor: undefined,
      ...command,
    });
  return { world, owner, other, repositories, artifact, lay, read };
};

const namesOf = ({ nodes }: Graph): readonly string[] => nodes.map(nodeKey).sort();

describe('lineage', () => {
  it('is walked along edges or against them, as far as asked for', async () => {
    const { owner, repositories, artifact, lay, read } = await setting();
    const { own } = repositories;
    const [a, b, c] = [await artifact(own, 'a'), await artifact(own, 'b'), await artifact(own, 'c')];
    const first = valueOf(await lay(owner, own, a, b));
    const second = valueOf(await lay(owner, own, b, c));
    const walk = async (direction: GraphDirection, depth = 10) =>
      valueOf(await read(owner, own, { start: { kind: 'artifact', id: a.id }, direction, depth }));
    const whole = await walk('outgoing');
    expect(whole.edges.map(({ id }) => id)).to.deep.equal([first.id, second.id]);
    expect(whole.nodes).to.deep.equal([a, b, c].map((node, distance) => ({ ...node, distance, sizeBytes: 1, isMissing: false })));
    expect(namesOf(await walk('incoming'))).to.deep.equal([nodeKey(a)]);
    expect(namesOf(await walk('both', 1))).to.deep.equal([nodeKey(a), nodeKey(b)].sort());
  });

  it('ends at what the caller may not see, and says that there is something', async () => {
    const { owner, other, repositories, artifact, lay, read } = await setting();
    const [mine, theirs] = [await artifact(repositories.public, 'mine'), await artifact(repositories.hidden, 'theirs')];
    const edge = valueOf(await lay(other, repositories.public, mine, theirs));
    valueOf(await lay(other, repositories.hidden, theirs, mine));
    const start = { kind: 'artifact' as const, id: mine.id };
    for (const command of [{ start }, {}]) {
      const graph = valueOf(await read(owner, repositories.public, command));
      expect(graph.edges).to.deep.equal([{ ...edge, to: undefined }]);
      expect(namesOf(graph)).to.deep.equal([nodeKey(mine)]);
      expect(JSON.stringify(graph)).to.not.include(theirs.id).and.not.include(repositories.hidden);
      expect(graph.cycles).to.deep.equal([]);
    }
    const whole = valueOf(await read(other, repositories.public, { start }));
    expect(whole.edges).to.have.length(2);
    expect(whole.cycles).to.have.length(1);
  });

  it('shows edges of other repositories that the caller may pull from', async () => {
    const { owner, other, repositories, artifact, lay, read } = await setting();
    const [model, base] = [await artifact(repositories.own, 'model'), await artifact(repositories.public, 'base')];
    const edge = valueOf(await lay(owner, repositories.own, model, base));
    const start = { kind: 'artifact' as const, id: base.id };
    expect(valueOf(await read(owner, repositories.public, { start })).edges).to.deep.equal([edge]);
    expect(valueOf(await read(other, repositories.public, { start })).edges).to.deep.equal([]);
  });

  it('takes no end that is not there, and tells nobody whether a hidden one is', async () => {
    const { owner, repositories, artifact, lay } = await setting();
    const { own, hidden } = repositories;
    const here = await artifact(own, 'here');
    const gone: GraphNode = { ...here, id: oidOf('gone') };
    const secret = await artifact(hidden, 'secret');
    const nowhere: GraphNode = { ...secret, repositoryId: trusted<RepositoryId>('eeeeeeee-0000-4000-8000-000000000000') };
    expect(errorOf(await lay(owner, own, here, gone))).to.deep.equal(badRequest('to.id', 'unknown'));
    for (const end of [secret, { ...secret, id: gone.id }, nowhere]) {
      expect(errorOf(await lay(owner, own, end, here))).to.deep.equal(badRequest('from.repository_id', 'unknown'));
    }
    for (const [kind, id] of [
      ['commit', 'a'.repeat(40)],
      ['release', 'v1'],
    ] as const) {
      expect(errorOf(await lay(owner, own, here, { repositoryId: own, kind, id }))).to.deep.equal(badRequest('to.id', 'unknown'));
    }
    expect(errorOf(await lay(owner, own, here, here))).to.deep.equal(badRequest('to', 'contradictory'));
  });

  it('takes an edge alone that has an end in its repository', async () => {
    const { owner, repositories, artifact, lay } = await setting();
    const [a, b] = [await artifact(repositories.public, 'a'), await artifact(repositories.public, 'b')];
    expect(errorOf(await lay(owner, repositories.own, a, b))).to.deep.equal(badRequest('to', 'contradictory'));
  });

  it('goes with its repository; what leads to one that is gone leads to something hidden', async () => {
    const { world, owner, other, repositories, artifact, lay, read } = await setting();
    const [model, base] = [await artifact(repositories.own, 'model'), await artifact(repositories.public, 'base')];
    const edge = valueOf(await lay(owner, repositories.own, model, base));
    const admin = await world.grant(other, repositories.public, 'repository.admin');
    valueOf(await world.application.repositories.remove(admin));
    const graph = valueOf(await read(owner, repositories.own));
    expect(graph.edges).to.deep.equal([{ ...edge, to: undefined }]);
    expect(namesOf(graph)).to.deep.equal([nodeKey(model)]);
  });

  it('is audited, without naming what is in another repository', async () => {
    const { world, owner, repositories, artifact, lay } = await setting();
    const { own } = repositories;
    const [model, base] = [await artifact(own, 'model'), await artifact(repositories.public, 'base')];
    const { id } = valueOf(await lay(owner, own, model, base));
    const { lineage } = world.application;
    const grant = await world.grant(owner, own, 'repository.update');
    valueOf(await lineage.remove(grant, id));
    expect(errorOf(await lineage.remove(grant, id))).to.deep.equal(notFound);
    const events = world.unitOfWork.journal.auditEvents().filter(({ action }) => action.startsWith('repository.graph_edge.'));
    const from = `artifact ${model.id}`;
    const details = { repository_id: own, type: 'derived_from', from, to: 'artifact of another repository' };
    expect(events.map((event) => [event.action, event.target, event.details])).to.deep.equal([
      ['repository.graph_edge.create', id, details],
      ['repository.graph_edge.delete', id, details],
    ]);
  });

  it('has so many edges in a repository, and no more until one is removed', async () => {
    const { world, owner, repositories, artifact, lay } = await setting({ graphEdgesPerRepository: 1 });
    const { own } = repositories;
    const [a, b] = [await artifact(own, 'a'), await artifact(own, 'b')];
    const { id } = valueOf(await lay(owner, own, a, b));
    const full = { kind: 'quota_exceeded', reason: 'max_graph_edges', limit: 1, current: 1 };
    expect(errorOf(await lay(owner, own, a, b))).to.deep.equal(full);
    valueOf(await world.application.lineage.remove(await world.grant(owner, own, 'repository.update'), id));
    valueOf(await lay(owner, own, a, b));
  });

  it('says when there is more than the limit allows, and begins nowhere where nothing is', async () => {
    const { owner, repositories, artifact, lay, read } = await setting();
    const { own } = repositories;
    const [a, b] = [await artifact(own, 'a'), await artifact(own, 'b')];
    const start = { kind: 'artifact' as const, id: a.id };
    for (let count = 0; count < 3; count += 1) valueOf(await lay(owner, own, a, b));
    const bounded = valueOf(await read(owner, own, { start, limit: 2 }));
    expect([bounded.edges.length, bounded.isTruncated]).to.deep.equal([2, true]);
    const whole = valueOf(await read(owner, own, { start, limit: 3 }));
    expect([whole.edges.length, whole.isTruncated]).to.deep.equal([3, false]);
    expect(errorOf(await read(owner, own, { start: { kind: 'artifact', id: oidOf('none') } }))).to.deep.equal(notFound);
    expect(errorOf(await read(owner, own, { start: { kind: 'commit', id: 'main' } }))).to.include({ reason: 'not_indexed' });
  });

  it('says that there is more also where that is behind what just fills the limit', async () => {
    const { owner, repositories, artifact, lay, read } = await setting();
    const { own } = repositories;
    const [a, b, c] = [await artifact(own, 'a'), await artifact(own, 'b'), await artifact(own, 'c')];
    valueOf(await lay(owner, own, a, b));
    valueOf(await lay(owner, own, b, c));
    const walk = async (limit: number, depth: number) => {
      const { edges, isTruncated } = valueOf(
        await read(owner, own, { start: { kind: 'artifact', id: a.id }, direction: 'outgoing', limit, depth }),
      );
      return [edges.length, isTruncated];
    };
    expect(await walk(1, 10)).to.deep.equal([1, true]);
    expect(await walk(1, 1)).to.deep.equal([1, false]);
    expect(await walk(2, 10)).to.deep.equal([2, false]);
  });

  const seed = Date.now() % 1_000_000;
  it(`is what a plain search finds in random graphs, of each caller what they may see (seed ${seed})`, async function () {
    this.timeout(300_000);
    const random = createSeededRandom(seed);
    for (let round = 0; round < 12; round += 1) {
      const { owner, other, repositories, artifact, lay, read } = await setting();
      const all = Object.values(repositories);
      const nodes: GraphNode[] = [];
      for (let count = 0; count < 9; count += 1) nodes.push(await artifact(random.pick(all), `${count}`));
      const edges: { id: string; repositoryId: RepositoryId; from: GraphNode; to: GraphNode }[] = [];
      const visibleTo = new Map<Caller, readonly RepositoryId[]>([
        [owner, [repositories.own, repositories.public]],
        [other, [repositories.public, repositories.hidden]],
      ]);
      for (let count = 0; count < 25; count += 1) {
        const [from, to, caller] = [random.pick(nodes), random.pick(nodes), random.pick([owner, other])];
        const repositoryId = random.pick(caller === owner ? [repositories.own] : [repositories.public, repositories.hidden]);
        const laid = await lay(caller, repositoryId, from, to);
        if (laid.isOk()) edges.push(laid.value);
      }
      for (const [caller, visible] of visibleTo) {
        const start = nodes.find(({ repositoryId }) => visible.includes(repositoryId));
        if (start === undefined) continue;
        for (const direction of graphDirections) {
          const depth = 1 + random.integer(4);
          const reached = new Set([nodeKey(start)]);
          const found = new Set<string>();
          for (let step = 0; step < depth; step += 1) {
            const before = new Set(reached);
            for (const { id, repositoryId, from, to } of edges) {
              const isLeft = direction !== 'incoming' && before.has(nodeKey(from));
              const isEntered = direction !== 'outgoing' && before.has(nodeKey(to));
              if (!visible.includes(repositoryId) || (!isLeft && !isEntered)) continue;
              found.add(id);
              for (const end of [from, to]) if (visible.includes(end.repositoryId)) reached.add(nodeKey(end));
            }
          }
          const graph = valueOf(
            await read(caller, start.repositoryId, { start: { kind: 'artifact', id: start.id }, direction, depth }),
          );
          expect(graph.edges.map(({ id }) => id).sort()).to.deep.equal([...found].sort());
          expect(namesOf(graph)).to.deep.equal([...reached].sort());
          expect(graph.isTruncated).to.equal(false);
          for (const edge of graph.edges) {
            const known = edges.find(({ id }) => id === edge.id);
            const shown = (end: GraphNode | undefined) => (end && visible.includes(end.repositoryId) ? end : undefined);
            expect([edge.from, edge.to]).to.deep.equal([shown(known?.from), shown(known?.to)]);
          }
        }
      }
    }
  });
});
