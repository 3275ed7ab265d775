import { DAY_MS } from '@svc/core/model';
import { expect } from 'chai';
import { startAcme } from '../support/acme.js';
import { eachDatabase } from '../support/each-database.js';
import { type Answer, valueAt } from '../support/request.js';
import type { TestService } from '../support/service.js';
import type { TestOrganization, TestUser, World } from '../support/world.js';

const bytesOf = (length: number): Uint8Array => new Uint8Array(length).fill(length % 251);
const gib = 1024 ** 3;

for (const [name, open] of Object.entries(eachDatabase)) {
  describe(`the dashboard on a database ${name}`, () => {
    let service: TestService;
    let world: World;
    let owner: TestUser;
    let organization: TestOrganization;
    beforeEach(async () => {
      ({ service, world, owner, organization } = await startAcme({ defaultPlan: 'developer', open }));
    });
    afterEach(() => service.close());

    const dashboard = async (token = owner.token): Promise<Answer> => {
      const answer = await world.call('GET', '/organizations/acme/dashboard', { token });
      expect(answer.status, answer.text).to.equal(200);
      return answer;
    };

    it('brings together usage, counts, limits and what happened last', async () => {
      const repository = await world.repository(owner, organization, { name: 'Models' });
      await world.object(owner, repository, bytesOf(100));
      await world.session(owner, repository, { oid: 'a'.repeat(64), size: 50 });
      await world.apiToken(owner, organization, { scopes: ['repo:read'] });
      await world.apiToken(owner, organization, { scopes: ['repo:read'], expires_in_days: 1 });
      await world.member(organization, await world.user('viewer'), 'VIEWER');
      service.clock.advance(DAY_MS);
      const { json } = await dashboard();
      const usage = await world.call('GET', '/organizations/acme/usage', { token: owner.token });
      expect(valueAt(json, 'dashboard.usage')).to.deep.equal(valueAt(usage.json, 'usage'));
      expect(valueAt(json, 'dashboard.counts')).to.deep.equal({
        repositories: 1,
        objects: 1,
        members: 2,
        tokens: 1,
        storage_connections: 0,
        webhooks: 0,
      });
      expect(valueAt(json, 'dashboard.limits')).to.deep.equal([
        { reason: 'storage_quota', limit: 100 * gib, current: 150 },
        { reason: 'max_repositories', limit: 10, current: 1 },
        { reason: 'max_members', limit: 10, current: 2 },
        { reason: 'max_tokens', limit: 25, current: 1 },
        { reason: 'max_storage_connections', limit: 0, current: 0 },
      ]);
      expect(valueAt(json, 'dashboard.forecast'), 'too early for a forecast').to.equal(undefined);
      const activity = await world.call('GET', '/organizations/acme/activity?limit=10', { token: owner.token });
      expect(valueAt(json, 'dashboard.recent_activity')).to.deep.equal(valueAt(activity.json, 'activity'));
      expect(valueAt(json, 'dashboard.recent_activity.1')).to.not.equal(undefined);
    });

    it('says where storage is going from the seventh day on', async () => {
      const repository = await world.repository(owner, organization, { name: 'Models' });
      for (let day = 0; day < 7; day += 1) {
        if (day === 6) expect(valueAt((await dashboard()).json, 'dashboard.forecast')).to.equal(undefined);
        if (day > 0) service.clock.advance(DAY_MS);
        await world.object(owner, repository, bytesOf(1000 + day));
      }
      const forecast = valueAt((await dashboard()).json, 'dashboard.forecast');
      expect(forecast).to.deep.equal({
        method: 'least_squares',
        observed_days: 7,
        bytes_per_day: 1004,
        projected_bytes: 7021 + 30 * 1004,
      });
    });

    it('tells of activity only those who may read repositories', async () => {
      await world.repository(owner, organization, { name: 'Models' });
      const billing = await world.user('billing');
      await world.member(organization, billing, 'BILLING');
      const { secret } = await world.apiToken(owner, organization, { scopes: ['usage:read'] });
      for (const token of [billing.token, secret]) {
        const { json } = await dashboard(token);
        expect(valueAt(json, 'dashboard.counts.repositories')).to.equal(1);
        expect(valueAt(json, 'dashboard')).to.not.have.property('recent_activity');
      }
      const hidden = await world.repository(owner, organization, { name: 'Hidden' });
      const viewer = await world.user('viewer');
      await world.member(organization, viewer, 'VIEWER');
      const level = { user_id: viewer.id, level: 'NONE' };
      await world.call('POST', `/repositories/${hidden}/members`, { token: owner.token, body: level });
      const { text, json } = await dashboard(viewer.token);
      expect(valueAt(json, 'dashboard.recent_activity.0')).to.not.equal(undefined);
      expect(text).to.not.contain(hidden);
    });
  });
}
