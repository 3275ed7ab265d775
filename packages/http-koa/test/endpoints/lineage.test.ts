import { expect } from 'chai';
import { startAcme } from '../support/acme.js';
import { eachDatabase } from '../support/each-database.js';
import { indexHistory } from '../support/index-history.js';
import { type Answer, listAt, textAt, valueAt } from '../support/request.js';
import type { TestService } from '../support/service.js';
import { smallHistory } from '../support/small-history.js';
import type { TestOrganization, TestUser, World } from '../support/world.js';

for (const [where, open] of Object.entries(eachDatabase)) {
  describe(`lineage ${where}`, () => {
    let service: TestService;
    let world: World;
    let owner: TestUser;
    let organization: TestOrganization;
    let repository: string;
    let graph: string;
    beforeEach(async () => {
      ({ service, world, owner, organization } = await startAcme({ open }));
      repository = await world.repository(owner, organization, { name: 'Models' });
      graph = `/repositories/${repository}/graph`;
    });
    afterEach(() => service.close());

    const call = (method: string, path: string, body?: unknown, { token } = owner): Promise<Answer> =>
      world.call(method, path, { token, body });
    const artifact = async (text: string, of = repository, user = owner) => ({
      kind: 'artifact',
      id: await world.object(user, of, Buffer.from(text)),
      repository_id: of,
    });
    const lay = async (edge: object, path = graph): Promise<string> => {
      const added = await call('POST', `${path}/edges`, edge);
      expect(added.status, added.text).to.equal(201);
      return textAt(added.json, 'edge.id');
    };
    const problemOf = ({ status, json }: Answer): readonly unknown[] => [
      status,
      valueAt(json, 'error.details.field'),
      valueAt(json, 'error.details.problem'),
    ];

    it('leads from a release to commits and artifacts, and tells ways that lead around', async () => {
      await indexHistory(world, owner.token, repository);
      const { tip } = smallHistory();
      const [model, data] = [await artifact('model'), await artifact('data')];
      const release = { kind: 'release', id: 'v1', repository_id: repository };
      const commit = { kind: 'commit', id: tip, repository_id: repository };
      const contains = await lay({
        type: 'contains',
        from: { kind: 'release', id: 'v1' },
        to: { kind: 'artifact', id: model.id },
      });
      service.clock.advance(1);
      const trained = await lay({ type: 'trained_on', from: model, to: data, note: 'three epochs' });
      const produced = await lay({ type: 'produced_by', from: data, to: commit });
      const around = await lay({ type: 'related_to', from: commit, to: model });

      const walked = await call('GET', `${graph}?tag=v1&direction=outgoing&depth=2`);
      expect([walked.status, walked.json]).to.deep.equal([
        200,
        {
          nodes: [
            { ...release, distance: 0 },
            { ...model, distance: 1, size: 5 },
            { ...data, distance: 2, size: 4 },
          ],
          edges: [
            {
              id: contains,
              repository_id: repository,
              type: 'contains',
              from: release,
              to: model,
              created_by: owner.id,
              created_at: '2026-01-01T00:00:00.000Z',
            },
            {
              id: trained,
              repository_id: repository,
              type: 'trained_on',
              from: model,
              to: data,
              note: 'three epochs',
              created_by: owner.id,
              created_at: '2026-01-01T00:00:00.001Z',
            },
          ],
          cycles: [],
        },
      ]);
      for (const query of [`commit=${tip}`, `commit=${tip.slice(0, 8)}`, `oid=${data.id}`, 'tag=v1']) {
        const { json } = await call('GET', `${graph}?${query}&depth=10`);
        expect(
          listAt(json, 'edges').map((edge) => textAt(edge, 'id')),
          query,
        ).to.have.members([contains, trained, produced, around]);
        const [cycle] = listAt(json, 'cycles');
        expect(cycle, query).to.have.members([trained, produced, around]);
      }

      expect((await call('DELETE', `${graph}/edges/${around}`)).status).to.equal(204);
      expect((await call('DELETE', `${graph}/edges/${around}`)).status).to.equal(404);
      expect(valueAt((await call('GET', `${graph}?tag=v1&depth=10`)).json, 'cycles')).to.deep.equal([]);
      const all = await call('GET', `${graph}?limit=2`);
      const rest = await call('GET', `${graph}?limit=2&cursor=${encodeURIComponent(textAt(all.json, 'next_cursor'))}`);
      const ids = [all, rest].flatMap(({ json }) => listAt(json, 'edges').map((edge) => textAt(edge, 'id')));
      expect(ids).to.have.members([contains, trained, produced]);
      expect(ids[2]).to.equal(contains);
    });

    it('says of what was removed that it is missing', async () => {
      await indexHistory(world, owner.token, repository);
      const model = await artifact('model');
      await lay({ type: 'contains', from: { kind: 'release', id: 'v1' }, to: model });
      const { commits, objects, trees } = smallHistory();
      await indexHistory(world, owner.token, repository, { commits, objects, trees, refs: [] });
      const { json } = await call('GET', `${graph}?tag=v1`);
      expect(listAt(json, 'nodes').map((node) => [valueAt(node, 'kind'), valueAt(node, 'missing')])).to.deep.equal([
        ['release', true],
        ['artifact', undefined],
      ]);
      expect((await call('GET', `${graph}?tag=v2`)).status).to.equal(404);
    });

    it('answers of a repository that one may not see as of one that is not there', async () => {
      const guest = await world.user('guest');
      const bees = await world.organization(guest, 'Bees');
      const hidden = await world.repository(guest, bees, { name: 'Hidden' });
      const shared = await world.repository(guest, bees, { name: 'Shared', visibility: 'PUBLIC' });
      const [secret, base] = [await artifact('secret', hidden, guest), await artifact('base', shared, guest)];
      const model = await artifact('model');
      const nowhere = 'eeeeeeee-0000-4000-8000-000000000000';
      for (const to of [secret, { ...secret, id: model.id }, { ...secret, repository_id: nowhere }]) {
        const refused = await call('POST', `${graph}/edges`, { type: 'derived_from', from: model, to });
        expect(problemOf(refused)).to.deep.equal([400, 'to.repository_id', 'unknown']);
        expect(valueAt(refused.json, 'error.message')).to.equal('`to.repository_id` is not known here.');
      }
      await lay({ type: 'derived_from', from: model, to: base });
      const laid = await call(
        'POST',
        `/repositories/${shared}/graph/edges`,
        { type: 'trained_on', from: base, to: secret },
        guest,
      );
      expect(laid.status).to.equal(201);
      const { json, text } = await call('GET', `${graph}?oid=${model.id}&depth=9`);
      expect(listAt(json, 'edges').map((edge) => valueAt(edge, 'to'))).to.deep.equal([base, { hidden: true }]);
      expect(text).to.not.include(hidden).and.not.include(secret.id);
      expect((await call('GET', `/repositories/${hidden}/graph`)).status).to.equal(404);
      expect((await call('GET', `/repositories/${shared}/graph`)).status).to.equal(200);
      expect(
        (await call('POST', `/repositories/${shared}/graph/edges`, { type: 'contains', from: base, to: model })).status,
      ).to.equal(403);
      const foreign = textAt(laid.json, 'edge.id');
      expect((await call('DELETE', `${graph}/edges/${foreign}`)).status).to.equal(404);
    });

    it('refuses ends that are none, and questions that contradict themselves', async () => {
      const model = await artifact('model');
      const end = { kind: 'artifact', id: model.id };
      const refusals: readonly (readonly [object, readonly unknown[]])[] = [
        [{ type: 'likes', from: end, to: end }, [400, 'type', 'unsupported']],
        [{ type: 'contains', from: end }, [400, 'to', 'missing']],
        [{ type: 'contains', from: end, to: end }, [400, 'to', 'contradictory']],
        [{ type: 'contains', from: end, to: { kind: 'artifact', id: 'x' } }, [400, 'to.id', 'malformed']],
        [{ type: 'contains', from: end, to: { kind: 'commit', id: 'abcdef1' } }, [400, 'to.id', 'malformed']],
        [{ type: 'contains', from: end, to: { kind: 'release', id: 'a..b' } }, [400, 'to.id', 'malformed']],
        [{ type: 'contains', from: end, to: { kind: 'release', id: 'v1' } }, [400, 'to.id', 'unknown']],
        [{ type: 'contains', from: end, to: { kind: 'commit', id: 'a'.repeat(40) } }, [400, 'to.id', 'unknown']],
      ];
      for (const [body, problem] of refusals) {
        expect(problemOf(await call('POST', `${graph}/edges`, body)), JSON.stringify(body)).to.deep.equal(problem);
      }
      for (const [query, problem] of [
        [`oid=${model.id}&tag=v1`, [400, 'tag', 'contradictory']],
        [`oid=${model.id}&commit=main`, [400, 'commit', 'contradictory']],
        ['depth=11', [400, 'depth', 'out_of_range']],
        ['limit=501', [400, 'limit', 'out_of_range']],
      ] as const) {
        expect(problemOf(await call('GET', `${graph}?${query}`)), query).to.deep.equal(problem);
      }
    });

    it('is written down in the audit log', async () => {
      const [model, data] = [await artifact('model'), await artifact('data')];
      const id = await lay({ type: 'trained_on', from: model, to: data });
      await call('DELETE', `${graph}/edges/${id}`);
      const { json } = await call('GET', '/organizations/acme/audit');
      for (const [at, action] of ['repository.graph_edge.delete', 'repository.graph_edge.create'].entries()) {
        expect(valueAt(json, `events.${at}`)).to.deep.include({
          action,
          target: id,
          details: { repository_id: repository, type: 'trained_on', from: `artifact ${model.id}`, to: `artifact ${data.id}` },
        });
      }
    });
  });
}
