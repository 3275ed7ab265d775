import { type Day, DAY_MS, dayOf } from '@svc/core/model';
import { expect } from 'chai';
import { startAcme } from '../support/acme.js';
import { eachDatabase } from '../support/each-database.js';
import { type Answer, listAt, textAt, valueAt } from '../support/request.js';
import type { TestService } from '../support/service.js';
import type { TestOrganization, TestUser, World } from '../support/world.js';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const dateOf = (day: Day): string => new Date(day).toISOString().slice(0, 10);
const gib = 1024 ** 3;

const noValues = { storage_bytes: 0, added_bytes: 0, removed_bytes: 0, uploaded_bytes: 0, egress_bytes: 0 };
const noMode = {
  storage_bytes: 0,
  logical_bytes: 0,
  dedup_ratio: 0,
  object_count: 0,
  repository_count: 0,
  uploaded_bytes: 0,
  egress_bytes: 0,
  download_count: 0,
};

for (const [name, open] of Object.entries(eachDatabase)) {
  describe(`usage on a database ${name}`, () => {
    let service: TestService;
    let world: World;
    let owner: TestUser;
    let organization: TestOrganization;
    const start = async (defaultPlan: 'free' | 'business'): Promise<void> => {
      ({ service, world, owner, organization } = await startAcme({ defaultPlan, open }));
    };
    beforeEach(() => start('business'));
    afterEach(() => service.close());

    const get = (path: string, token = owner.token): Promise<Answer> =>
      world.call('GET', `/organizations/acme${path}`, { token });
    const usage = async (): Promise<unknown> => valueAt((await get('/usage')).json, 'usage');
    const download = async (repository: string, oid: string): Promise<void> => {
      const path = `/repositories/${repository}/downloads/authorize`;
      const { status } = await world.call('POST', path, { token: owner.token, body: { objects: [{ oid }] } });
      expect(status).to.equal(200);
      (await service.application.usage.writeDownloads())._unsafeUnwrap();
    };

    it('is nothing for a new organization, beside the limit of its plan', async () => {
      await service.close();
      await start('free');
      const { status, json } = await get('/usage');
      expect(status).to.equal(200);
      expect(json).to.deep.equal({
        usage: {
          plan: 'free',
          period: { start: '2026-01-01T00:00:00.000Z', end: '2026-02-01T00:00:00.000Z' },
          limit_bytes: 10 * gib,
          limit_is_hard: true,
          overage_bytes: 0,
          dedup_ratio: 0,
          managed: { ...noMode, reserved_bytes: 0, reclaimable_bytes: 0 },
          byos: { ...noMode, reclaimable_bytes: 0 },
        },
      });
    });

    it('tells managed storage and buckets of the own apart, what is stored from what has moved, and begins anew each month', async () => {
      const managed = await world.repository(owner, organization, { name: 'Models' });
      const connection = await world.connection(owner, organization);
      const own = { name: 'Own', storage_mode: 'byos', storage_connection_id: connection };
      const byos = await world.repository(owner, organization, own);
      const oid = await world.object(owner, managed, bytesOf('a model'));
      await world.object(owner, byos, bytesOf('data'));
      await world.session(owner, managed, { oid: 'a'.repeat(64), size: 100 });
      await download(managed, oid);
      await download(managed, oid);
      const mode = { ...noMode, object_count: 1, repository_count: 1 };
      const managedNow = { ...mode, storage_bytes: 7, logical_bytes: 7, uploaded_bytes: 7, egress_bytes: 14, download_count: 2 };
      expect(await usage()).to.deep.include({
        plan: 'business',
        limit_bytes: 10 * 1024 * gib,
        limit_is_hard: false,
        dedup_ratio: 0,
        managed: { ...managedNow, reserved_bytes: 100, reclaimable_bytes: 0 },
        byos: { ...mode, storage_bytes: 4, logical_bytes: 4, uploaded_bytes: 4, reclaimable_bytes: 0 },
      });
      service.clock.advance(31 * DAY_MS);
      expect(await usage()).to.deep.include({
        period: { start: '2026-02-01T00:00:00.000Z', end: '2026-03-01T00:00:00.000Z' },
        managed: {
          ...managedNow,
          uploaded_bytes: 0,
          egress_bytes: 0,
          download_count: 0,
          reserved_bytes: 100,
          reclaimable_bytes: 0,
        },
      });
    });

    it('is a series of days, with those on which nothing happened', async () => {
      const today = dayOf(service.clock.now());
      const first = await world.repository(owner, organization, { name: 'First' });
      const second = await world.repository(owner, organization, { name: 'Second' });
      await world.object(owner, first, bytesOf('12345'));
      service.clock.advance(2 * DAY_MS);
      const oid = await world.object(owner, second, bytesOf('1234567'));
      await download(second, oid);
      await world.call('DELETE', `/repositories/${first}`, { token: owner.token });
      const { status, json } = await get('/usage/series?days=4');
      expect(status).to.equal(200);
      const day = (at: number, values: object) => ({
        date: dateOf(today + at * DAY_MS),
        managed: { ...noValues, ...values },
        byos: noValues,
      });
      expect(json).to.deep.equal({
        series: [
          day(-1, {}),
          day(0, { storage_bytes: 5, added_bytes: 5, uploaded_bytes: 5 }),
          day(1, { storage_bytes: 5 }),
          day(2, { storage_bytes: 7, added_bytes: 7, removed_bytes: 5, uploaded_bytes: 7, egress_bytes: 7 }),
        ],
      });
      const last = await get('/usage/series?days=1');
      expect(valueAt(last.json, 'series.0.managed.storage_bytes')).to.equal(7);
      service.clock.advance(300 * DAY_MS);
      const long = await get('/usage/series?days=200');
      expect(valueAt(long.json, 'series.0.managed.storage_bytes'), 'from before the series').to.equal(7);
    });

    it('takes from 1 to 365 days, 90 when nothing is said, and whole numbers alone', async () => {
      const lengths = [];
      for (const query of ['?days=1', '?days=365', '']) {
        lengths.push(listAt((await get(`/usage/series${query}`)).json, 'series').length);
      }
      expect(lengths).to.deep.equal([1, 365, 90]);
      for (const days of ['0', '366', '-1', '1.5', 'x', '', '1&days=2']) {
        const { status, json } = await get(`/usage/series?days=${days}`);
        expect([status, textAt(json, 'error.code')], days).to.deep.equal([400, 'bad_request']);
      }
    });
  });
}
