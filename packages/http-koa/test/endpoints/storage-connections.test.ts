import { tokenScopes } from '@svc/core/model';
import { expect } from 'chai';
import { startAcme } from '../support/acme.js';
import { eachDatabase } from '../support/each-database.js';
import { type Answer, textAt, valueAt } from '../support/request.js';
import { createSeeded, seed } from '../support/seeded.js';
import type { TestService } from '../support/service.js';
import { sha256, type TestOrganization, type TestUser, type World } from '../support/world.js';

const endpoint = 'https://s3.example.test';
const secret = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCY=EXAMPLEKEY';
const somebodysId = 'ffffffff-0000-4000-8000-000000000000';
const path = '/organizations/acme/storage/connections';

const keys = { auth_method: 'access_keys', access_key_id: 'AKID', secret_access_key: secret };
const ours = { name: 'Ours', provider: 'minio', endpoint, bucket: 'models', ...keys };
const byRole = {
  name: 'By a role',
  provider: 'aws_s3',
  bucket: 'models',
  auth_method: 'assume_role',
  role_arn: 'arn:aws:iam::123456789012:role/svc',
};

for (const [kind, open] of Object.entries(eachDatabase)) {
  describe(`storage connections, kept ${kind}`, () => {
    let service: TestService;
    let world: World;
    let owner: TestUser;
    let organization: TestOrganization;
    const start = async (defaultPlan: 'free' | 'team' | 'business'): Promise<void> => {
      ({ service, world, owner, organization } = await startAcme({ defaultPlan, open }));
    };
    const addBucket = () => service.buckets.add({ endpoint, bucket: 'models', accessKeyId: 'AKID', secretAccessKey: secret });
    beforeEach(() => start('business'));
    afterEach(() => service.close());

    const call = (method: string, at: string, body?: unknown): Promise<Answer> =>
      world.call(method, at, { token: owner.token, body });
    const create = async (body: Readonly<Record<string, unknown>> = ours): Promise<string> => {
      const { status, json, text } = await call('POST', path, body);
      expect(status, text).to.equal(201);
      return textAt(json, 'connection.id');
    };

    const passed = ['address', 'credentials', 'write', 'read', 'signed_urls', 'capabilities', 'delete'].map((check) => ({
      check,
      outcome: 'passed',
    }));
    const capabilities = { checksum_enforced: false, create_once: false, copy_computes_sha256: false };

    it('are created, listed, read, changed, tested and deleted', async () => {
      const bucket = addBucket();
      const created = await call('POST', path, { ...ours, prefix: 'svc/data', storage_class: 'STANDARD' });
      expect(created.status).to.equal(201);
      const id = textAt(created.json, 'connection.id');
      const connection = {
        id,
        organization_id: organization.id,
        name: 'Ours',
        provider: 'minio',
        scope: 'organization',
        endpoint,
        region: 'us-east-1',
        bucket: 'models',
        prefix: 'svc/data',
        path_style: true,
        tls_verify: true,
        storage_class: 'STANDARD',
        auth_method: 'access_keys',
        access_key_id: 'AKID',
        health: { status: 'healthy', checked_at: '2026-01-01T00:00:00.000Z', checks: passed, capabilities },
        created_at: '2026-01-01T00:00:00.000Z',
        updated_at: '2026-01-01T00:00:00.000Z',
      };
      expect(created.json).to.deep.equal({ connection });
      expect((await call('GET', path)).json).to.deep.equal({ connections: [connection] });
      expect((await call('GET', `${path}/${id}`)).json).to.deep.equal({ connection });

      service.clock.advance(1000);
      const changed = await call('PATCH', `${path}/${id}`, { name: 'Renamed', storage_class: null, tls_verify: false });
      const { storage_class: _none, ...rest } = connection;
      const health = { ...connection.health, checked_at: '2026-01-01T00:00:01.000Z' };
      const after = { ...rest, name: 'Renamed', tls_verify: false, health, updated_at: '2026-01-01T00:00:01.000Z' };
      expect(changed.status).to.equal(200);
      expect(changed.json).to.deep.equal({ connection: after });

      bucket.setReachable(false);
      const tested = await call('POST', `${path}/${id}/test`);
      expect(tested.status).to.equal(200);
      expect(valueAt(tested.json, 'connection.health.status')).to.equal('unhealthy');
      expect(valueAt(tested.json, 'connection.health.checks.0')).to.deep.equal({
        check: 'address',
        outcome: 'failed',
        fault: 'unreachable',
      });
      expect(valueAt(tested.json, 'connection.health.checks.6')).to.deep.equal({ check: 'delete', outcome: 'skipped' });

      const deleted = await call('DELETE', `${path}/${id}`);
      expect([deleted.status, deleted.text]).to.deep.equal([204, '']);
      for (const method of ['GET', 'DELETE']) expect((await call(method, `${path}/${id}`)).status).to.equal(404);
      expect((await call('GET', path)).json).to.deep.equal({ connections: [] });
    });

    it('are listed page by page', async () => {
      const ids = [];
      for (let count = 0; count < 3; count += 1) {
        ids.unshift(await create());
        service.clock.advance(1);
      }
      const first = await call('GET', `${path}?limit=2`);
      const second = await call('GET', `${path}?limit=2&cursor=${encodeURIComponent(textAt(first.json, 'next_cursor'))}`);
      const idOf = (json: unknown, at: number) => valueAt(json, `connections.${at}.id`);
      expect([idOf(first.json, 0), idOf(first.json, 1), idOf(second.json, 0)]).to.deep.equal(ids);
      expect(valueAt(second.json, 'next_cursor')).to.equal(undefined);
    });

    it('have an external id of the service where they go by a role, which nobody else can choose', async () => {
      const created = await call('POST', path, byRole);
      expect(created.status).to.equal(201);
      const externalId = textAt(created.json, 'connection.external_id');
      expect(externalId).to.match(/^[0-9a-f]{40}$/);
      expect(valueAt(created.json, 'connection.access_key_id')).to.equal(undefined);
      const chosen = await call('POST', path, { ...byRole, external_id: externalId });
      expect(chosen.status).to.equal(400);
      expect(valueAt(chosen.json, 'error.details')).to.deep.equal({ field: 'external_id', problem: 'unknown' });
      const id = textAt(created.json, 'connection.id');
      expect((await call('PATCH', `${path}/${id}`, { external_id: 'mine' })).status).to.equal(400);
      const renamed = await call('PATCH', `${path}/${id}`, { name: 'x' });
      expect(valueAt(renamed.json, 'connection.external_id')).to.equal(externalId);
    });

    it('are refused with the field that is wrong', async () => {
      const wrong: readonly (readonly [Readonly<Record<string, unknown>>, string, string])[] = [
        [{ ...ours, name: undefined }, 'name', 'missing'],
        [{ ...ours, provider: 'gcs' }, 'provider', 'unsupported'],
        [{ ...ours, scope: 'everybody' }, 'scope', 'unsupported'],
        [{ ...ours, auth_method: undefined }, 'auth_method', 'missing'],
        [{ ...ours, endpoint: undefined }, 'endpoint', 'missing'],
        [{ ...ours, endpoint: 'https://s3.example.test/path' }, 'endpoint', 'malformed'],
        [{ ...ours, endpoint: 'gopher://s3.example.test' }, 'endpoint', 'malformed'],
        [{ ...ours, bucket: 'Not A Bucket' }, 'bucket', 'malformed'],
        [{ ...ours, bucket: '10.0.0.1' }, 'bucket', 'malformed'],
        [{ ...ours, prefix: '../other' }, 'prefix', 'malformed'],
        [{ ...ours, region: 'us east' }, 'region', 'malformed'],
        [{ ...ours, path_style: 'yes' }, 'path_style', 'malformed'],
        [{ ...ours, storage_class: 'a b' }, 'storage_class', 'malformed'],
        [{ ...ours, secret_access_key: undefined }, 'secret_access_key', 'missing'],
        [{ ...ours, secret_access_key: 'has blanks' }, 'secret_access_key', 'malformed'],
        [{ ...ours, access_key_id: 'line\nbreak' }, 'access_key_id', 'malformed'],
        [{ ...ours, role_arn: byRole.role_arn }, 'role_arn', 'contradictory'],
        [{ ...byRole, role_arn: 'arn:aws:s3:::bucket' }, 'role_arn', 'malformed'],
        [{ ...byRole, provider: 'minio', endpoint }, 'auth_method', 'unsupported'],
        [{ ...ours, health: {} }, 'health', 'unknown'],
        [{ ...ours, revision: 1 }, 'revision', 'unknown'],
      ];
      for (const [body, field, problem] of wrong) {
        const { status, json, text } = await call('POST', path, body);
        expect([status, valueAt(json, 'error.details')], text).to.deep.equal([400, { field, problem }]);
      }
      for (const id of ['x', organization.slug, 'ffffffff-0000-4000-8000-00000000000']) {
        expect((await call('GET', `${path}/${id}`)).status).to.equal(400);
      }
    });

    it('are 402 where the plan has none, and beyond its limit (spec 7.1)', async () => {
      await service.close();
      await start('free');
      const refused = await call('POST', path, ours);
      expect(refused.status).to.equal(402);
      expect(valueAt(refused.json, 'error.details')).to.deep.equal({ reason: 'max_storage_connections', limit: 0, current: 0 });
      await service.close();
      await start('team');
      for (let count = 0; count < 5; count += 1) await create();
      const sixth = await call('POST', path, ours);
      expect(sixth.status).to.equal(402);
      expect(valueAt(sixth.json, 'error.details')).to.deep.equal({ reason: 'max_storage_connections', limit: 5, current: 5 });
    });

    it('are reached by no token, whatever its scopes', async () => {
      const id = await create();
      const { secret: token } = await world.apiToken(owner, organization, { scopes: [...tokenScopes] });
      const requests = [
        ['GET', path],
        ['POST', path],
        ['GET', `${path}/${id}`],
        ['PATCH', `${path}/${id}`],
        ['POST', `${path}/${id}/test`],
        ['DELETE', `${path}/${id}`],
      ] as const;
      for (const [method, at] of requests)
        expect((await world.call(method, at, { token })).status, `${method} ${at}`).to.equal(403);
    });

    it('of another organization do not exist, neither by themselves nor for repositories', async () => {
      addBucket();
      const id = await create();
      const stranger = await world.user('stranger');
      const elsewhere = await world.organization(stranger, 'Elsewhere');
      const theirs = `/organizations/elsewhere/storage/connections`;
      const ask = (method: string, at: string, body?: unknown) => world.call(method, at, { token: stranger.token, body });
      const withoutRequestId = ({ json }: Answer) => JSON.stringify(json).replace(/"request_id":"[^"]*"/, '');
      const attempts = [
        ['GET', '', undefined],
        ['PATCH', '', { name: 'x' }],
        ['POST', '/test', undefined],
        ['DELETE', '', undefined],
      ] as const;
      for (const [method, rest, body] of attempts) {
        const foreign = await ask(method, `${theirs}/${id}${rest}`, body);
        const unknown = await ask(method, `${theirs}/${somebodysId}${rest}`, body);
        expect([foreign.status, withoutRequestId(foreign)]).to.deep.equal([404, withoutRequestId(unknown)]);
        expect((await ask(method, `${path}/${id}${rest}`, body)).status, 'by way of its own organization').to.equal(404);
      }
      const repository = (storage_connection_id: string) =>
        ask('POST', `/organizations/${elsewhere.slug}/repositories`, { name: 'x', storage_mode: 'byos', storage_connection_id });
      const [foreign, unknown] = [await repository(id), await repository(somebodysId)];
      expect([foreign.status, withoutRequestId(foreign)]).to.deep.equal([400, withoutRequestId(unknown)]);
      expect(valueAt((await call('GET', `${path}/${id}`)).json, 'connection.name')).to.equal('Ours');
    });

    it('carry repositories, whose mode stays what it is', async () => {
      const bucket = addBucket();
      const id = await create();
      const body = { name: 'Models', storage_mode: 'byos', storage_connection_id: id };
      const repository = await world.repository(owner, organization, body);
      const shown = (await call('GET', `/repositories/${repository}`)).json;
      expect(valueAt(shown, 'repository.storage_mode')).to.equal('byos');
      expect(valueAt(shown, 'repository.storage_connection_id')).to.equal(id);
      for (const change of [{ storage_mode: 'managed' }, { storage_connection_id: id }]) {
        expect((await call('PATCH', `/repositories/${repository}`, change)).status).to.equal(400);
      }
      const text = 'in the bucket of the customer';
      const oid = await world.object(owner, repository, Buffer.from(text));
      expect(oid).to.equal(sha256(text));
      const authorized = await call('POST', `/repositories/${repository}/downloads/authorize`, { objects: [{ oid }] });
      const url = new URL(textAt(authorized.json, 'objects.0.download_url'));
      expect(await (await fetch(url)).text()).to.equal(text);
      const part = await fetch(url, { headers: { range: 'bytes=3-5' } });
      expect([part.status, await part.text()]).to.deep.equal([206, 'the']);

      const inUse = [
        await call('DELETE', `${path}/${id}`),
        await call('PATCH', `${path}/${id}`, { bucket: 'others' }),
        await call('PATCH', `${path}/${id}`, { prefix: 'elsewhere' }),
      ];
      for (const { status, json } of inUse) {
        expect([status, valueAt(json, 'error.details')]).to.deep.equal([409, { reason: 'in_use' }]);
      }
      bucket.setReachable(false);
      const away = await call('POST', `/repositories/${repository}/downloads/authorize`, { objects: [{ oid }] });
      expect([away.status, away.headers['retry-after']]).to.deep.equal([503, '1']);
      expect(away.text).to.not.include('s3.example.test');
      expect((await call('DELETE', `/repositories/${repository}`)).status).to.equal(204);
      expect((await call('DELETE', `${path}/${id}`)).status).to.equal(204);
    });

    it(`show their secret to nobody: not in an answer, a header, an error, a log line or an audit row (seed ${seed})`, async () => {
      const random = createSeeded(seed);
      const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=';
      const newSecret = () => Array.from({ length: 40 }, () => alphabet.charAt(random() * alphabet.length)).join('');
      const pick = <T>(items: readonly T[]): T => {
        const picked = items[Math.floor(random() * items.length)];
        if (picked === undefined) throw new Error('there is something to pick from');
        return picked;
      };
      const secrets: string[] = [];
      const given = (): string => {
        const fresh = newSecret();
        secrets.push(fresh);
        return fresh;
      };
      const seen: string[] = [];
      const watch = async (answer: Promise<Answer>): Promise<Answer> => {
        const { text, headers, ...rest } = await answer;
        seen.push(text, JSON.stringify(headers));
        return { text, headers, ...rest };
      };
      addBucket();
      const ids = [await create(), await create(byRole)];
      const someId = () => pick(ids);
      const acts: readonly (() => Promise<Answer>)[] = [
        () => call('POST', path, { ...ours, secret_access_key: given() }),
        () => call('POST', path, { ...ours, secret_access_key: `${given()} ` }),
        () => call('POST', path, { ...ours, secret_access_key: given(), bucket: 'Not A Bucket' }),
        () => call('POST', path, { ...ours, endpoint: `https://user:${encodeURIComponent(given())}@s3.example.test` }),
        () => call('POST', path, `{"secret_access_key":"${given()}"`),
        () => call('PATCH', `${path}/${someId()}`, { secret_access_key: given() }),
        () => call('PATCH', `${path}/${someId()}`, { ...keys, provider: 'minio', endpoint, secret_access_key: given() }),
        () => call('POST', `${path}/${someId()}/test`),
        () => call('GET', `${path}/${someId()}`),
        () => call('GET', path),
      ];
      for (let round = 0; round < 120; round += 1) {
        service.clock.advance(1000);
        const { json } = await watch(pick(acts)());
        const id = valueAt(json, 'connection.id');
        if (typeof id === 'string' && !ids.includes(id)) ids.push(id);
      }
      service.clock.advance(48 * 3_600_000);
      (await service.application.maintenance.checkConnections(1000))._unsafeUnwrap();
      await watch(call('GET', path));
      await watch(call('GET', '/organizations/acme/audit'));
      const { auditEvents, domainEvents, ledgerEntries } = service.journal ?? {};
      seen.push(JSON.stringify([auditEvents?.(), domainEvents?.(), ledgerEntries?.(), service.answered, service.faults]));
      const all = seen.join('\n');
      const forms = (text: string) => [
        text,
        encodeURIComponent(text),
        Buffer.from(text).toString('base64'),
        Buffer.from(text).toString('hex'),
      ];
      const shown = [secret, ...secrets].filter((one) => forms(one).some((form) => all.includes(form)));
      expect(secrets.length).to.be.greaterThan(40);
      expect(shown).to.deep.equal([]);
    });
  });
}
