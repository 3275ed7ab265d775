import type { Oid } from '@svc/core';
import { DAY_MS, HOUR_MS, type RepositoryId, trusted, type UserId } from '@svc/core/model';
import { expect } from 'chai';
import { ok } from 'neverthrow';
import { startAcme } from '../support/acme.js';
import { eachDatabase } from '../support/each-database.js';
import { type Answer, listAt, textAt, valueAt } from '../support/request.js';
import type { TestService } from '../support/service.js';
import { sha256, type TestOrganization, type TestUser, type World } from '../support/world.js';

const mib = 1024 ** 2;

for (const [name, open] of Object.entries(eachDatabase)) {
  describe(`recommendations on a database ${name}`, () => {
    let service: TestService;
    let world: World;
    let owner: TestUser;
    let organization: TestOrganization;
    let repository: string;
    beforeEach(async () => {
      ({ service, world, owner, organization } = await startAcme({ defaultPlan: 'team', open }));
      repository = await world.repository(owner, organization, { name: 'Models' });
    });
    afterEach(() => service.close());

    const recommendations = async (token = owner.token): Promise<Answer> => {
      const answer = await world.call('GET', '/organizations/acme/recommendations', { token });
      expect(answer.status, answer.text).to.equal(200);
      return answer;
    };
    const idsFor = async (token = owner.token): Promise<readonly unknown[]> =>
      listAt((await recommendations(token)).json, 'recommendations').map((one) => valueAt(one, 'id'));

    /** A row without the bytes, which nobody reads here. */
    const largeObject = async (): Promise<string> => {
      const oid = trusted<Oid>(sha256('large'));
      const sizes = { sizeBytes: 100 * mib, physicalBytes: 100 * mib };
      const uploadedBy = trusted<UserId>(owner.id);
      const object = {
        oid,
        ...sizes,
        layout: 'whole',
        name: undefined,
        type: 'other',
        uploadedBy,
        createdAt: service.clock.now(),
      } as const;
      const added = await service.ports.unitOfWork.transact(async ({ objects }) =>
        ok(await objects.add(trusted<RepositoryId>(repository), [object])),
      );
      expect(added._unsafeUnwrap()).to.have.length(1);
      return oid;
    };

    it('are none for an organization that has nothing', async () => {
      expect((await recommendations()).json).to.deep.equal({ recommendations: [] });
    });

    it('say what is wrong, the most pressing first, each to those who may see it', async () => {
      const connection = await world.connection(owner, organization);
      service.buckets
        .add({
          endpoint: 'https://s3.example.test',
          bucket: 'gone',
          accessKeyId: 'AKID',
          secretAccessKey: 'wJalrXUtnFEMI/K7MDENG',
        })
        .setReachable(false);
      const body = { bucket: 'gone' };
      const path = `/organizations/acme/storage/connections/${connection}`;
      expect((await world.call('PATCH', path, { token: owner.token, body })).status).to.equal(200);
      await world.apiToken(owner, organization, { scopes: ['repo:read'] });
      const large = await largeObject();
      service.clock.advance(91 * DAY_MS);
      for (const digit of '12345') await world.session(owner, repository, { oid: digit.repeat(64), size: 170 * 1024 * mib });
      service.clock.advance(4 * HOUR_MS);
      const expected = [
        `unhealthy-connection.${connection}`,
        'near-storage-limit',
        `stale-upload-sessions.${repository}`,
        `unused-objects.${repository}`,
        'tokens-without-expiry',
      ];
      expect(await idsFor()).to.deep.equal(expected);

      const viewer = await world.user('viewer');
      await world.member(organization, viewer, 'VIEWER');
      expect(await idsFor(viewer.token)).to.deep.equal(expected.slice(1, 4));
      const level = { user_id: viewer.id, level: 'NONE' };
      await world.call('POST', `/repositories/${repository}/members`, { token: owner.token, body: level });
      expect(await idsFor(viewer.token), 'of a hidden repository').to.deep.equal(['near-storage-limit']);
      const billing = await world.user('billing');
      await world.member(organization, billing, 'BILLING');
      const { secret } = await world.apiToken(owner, organization, { scopes: ['usage:read'] });
      for (const token of [billing.token, secret]) expect(await idsFor(token)).to.deep.equal(['near-storage-limit']);

      const { json } = await recommendations();
      expect(valueAt(json, 'recommendations.3')).to.deep.include({
        rule: 'unused-objects',
        severity: 'info',
        repository_id: repository,
        estimated_bytes: 100 * mib,
      });
      expect(textAt(json, 'recommendations.0.detail')).to.contain('address');

      const download = { token: owner.token, body: { objects: [{ oid: large }] } };
      await world.call('POST', `/repositories/${repository}/downloads/authorize`, download);
      (await service.application.usage.writeDownloads())._unsafeUnwrap();
      expect(await idsFor()).to.not.include(`unused-objects.${repository}`);
    });

    describe('of one repository', () => {
      const idsOf = async (path: string, token = owner.token): Promise<readonly unknown[]> => {
        const answer = await world.call('GET', path, { token });
        expect(answer.status, answer.text).to.equal(200);
        const found = valueAt(answer.json, 'recommendations');
        return Array.isArray(found) ? found.map((one: unknown) => valueAt(one, 'id')) : [];
      };
      const here = () => `/repositories/${repository}/recommendations`;
      const everywhere = '/organizations/acme/recommendations';
      const dismiss = async (id: string, token = owner.token, at = here()): Promise<number> =>
        (await world.call('POST', `${at}/${id}/dismiss`, { token })).status;
      let [stale, unused] = ['', ''];
      beforeEach(async () => {
        [stale, unused] = [`stale-upload-sessions.${repository}`, `unused-objects.${repository}`];
        await largeObject();
        service.clock.advance(31 * DAY_MS);
        await world.session(owner, repository, { oid: '1'.repeat(64), size: mib });
        service.clock.advance(4 * HOUR_MS);
      });

      it('are those of the organization that are about it, for callers who may read it', async () => {
        const other = await world.repository(owner, organization, { name: 'Data' });
        expect(await idsOf(here())).to.deep.equal([stale, unused]);
        expect(await idsOf(everywhere)).to.deep.equal([stale, unused]);
        expect(await idsOf(`/repositories/${other}/recommendations`)).to.deep.equal([]);
        const guest = await world.user('guest');
        const level = { user_id: guest.id, level: 'READ' };
        expect(await dismiss(stale, guest.token)).to.equal(404);
        await world.member(organization, guest, 'BILLING');
        await world.call('POST', `/repositories/${repository}/members`, { token: owner.token, body: level });
        expect(await idsOf(here(), guest.token)).to.deep.equal([stale, unused]);
        expect(await dismiss(stale, guest.token), 'reading does not dismiss').to.equal(403);
      });

      it('are dismissed once, here and in the organization, for 90 days', async () => {
        const developer = await world.user('developer');
        await world.member(organization, developer, 'DEVELOPER');
        expect(await dismiss(unused, developer.token)).to.equal(204);
        expect(await idsOf(here())).to.deep.equal([stale]);
        expect(await idsOf(everywhere)).to.deep.equal([stale]);
        expect(await dismiss(unused)).to.equal(204);
        const { json } = await world.call('GET', '/organizations/acme/audit', { token: owner.token });
        const events = valueAt(json, 'events');
        const told = Array.isArray(events)
          ? events.filter((one: unknown) => valueAt(one, 'action') === 'repository.recommendation.dismiss')
          : [];
        expect(told.map((one: unknown) => [valueAt(one, 'target'), valueAt(one, 'actor.id')])).to.deep.equal([
          [unused, developer.id],
        ]);
        service.clock.advance(90 * DAY_MS);
        expect(await idsOf(here()), 'on the last day').to.deep.equal([]);
        service.clock.advance(1);
        expect(await idsOf(here())).to.deep.equal([unused]);
        expect(await idsOf(everywhere)).to.deep.equal([unused]);
        expect(await dismiss(unused)).to.equal(204);
        expect(await idsOf(here())).to.deep.equal([]);
      });

      it('are not found when they are not recommended there', async () => {
        const other = await world.repository(owner, organization, { name: 'Data' });
        for (const id of ['nothing', `poor-deduplication.${repository}`, 'near-storage-limit'])
          expect(await dismiss(id), id).to.equal(404);
        expect(await dismiss(stale, owner.token, `/repositories/${other}/recommendations`)).to.equal(404);
        expect(await dismiss('A%20b')).to.equal(400);
        expect(await idsOf(here())).to.deep.equal([stale, unused]);
      });
    });
  });
}
