import { expect } from 'chai';
import { startAcme } from '../support/acme.js';
import { eachDatabase } from '../support/each-database.js';
import { type Answer, send, textAt, valueAt } from '../support/request.js';
import type { TestService } from '../support/service.js';
import { sha256, type TestUser, type World } from '../support/world.js';

for (const [kind, open] of Object.entries(eachDatabase)) {
  describe(`upload sessions and downloads, kept ${kind}`, () => {
    let service: TestService;
    let world: World;
    let owner: TestUser;
    let repository: string;
    beforeEach(async () => {
      const acme = await startAcme({ defaultPlan: 'free', open });
      ({ service, world, owner } = acme);
      repository = await world.repository(owner, acme.organization, { name: 'Models' });
    });
    afterEach(() => service.close());

    const call = (suffix: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer> =>
      world.call('POST', `/repositories/${repository}${suffix}`, { token: owner.token, body, ...(headers && { headers }) });
    const openSession = async (): Promise<string> => textAt((await call('/uploads', {})).json, 'session.id');
    const put = (url: string, body: unknown): Promise<Answer> => {
      const { pathname, search } = new URL(url);
      return send(service.baseUrl, 'PUT', pathname + search, { body });
    };

    it('walk from open to finalize as the spec shows it (4.11), and give the bytes back', async () => {
      const bytes = Buffer.from('weights');
      const oid = sha256(bytes);
      const opened = await call('/uploads', { expected_objects: 1 }, { 'idempotency-key': 'one' });
      expect(opened.status).to.equal(201);
      const session = textAt(opened.json, 'session.id');
      expect(valueAt(opened.json, 'session')).to.deep.equal({
        id: session,
        repository_id: repository,
        user_id: owner.id,
        expected_objects: 1,
        uploaded_objects: 0,
        uploaded_bytes: 0,
        status: 'OPEN',
        created_at: '2026-01-01T00:00:00.000Z',
        expires_at: '2026-01-01T06:00:00.000Z',
        active_at: '2026-01-01T00:00:00.000Z',
      });

      const authorized = await call(`/uploads/${session}/objects`, { objects: [{ oid, size: 7 }] });
      expect(authorized.status).to.equal(200);
      const url = textAt(authorized.json, 'objects.0.upload_url');
      expect(authorized.json).to.deep.equal({
        objects: [
          {
            oid,
            size: 7,
            upload_url: url,
            storage_key: `repositories/${repository}/objects/${oid.slice(0, 2)}/${oid.slice(2, 4)}/${oid}`,
            expires_in: 900,
          },
        ],
      });

      const complete = `/uploads/${session}/objects/${oid}/complete`;
      const early = await call(complete, { size: 7 });
      expect([early.status, valueAt(early.json, 'error.details.reason')]).to.deep.equal([409, 'not_uploaded']);
      await put(url, 'weightz');
      const wrong = await call(complete, { size: 7 });
      expect([wrong.status, valueAt(wrong.json, 'error.details.reason')]).to.deep.equal([409, 'checksum_mismatch']);
      expect((await put(url, bytes)).status).to.equal(200);
      const size = await call(complete, { size: 8 });
      expect([size.status, valueAt(size.json, 'error.details.reason')]).to.deep.equal([409, 'size_mismatch']);
      for (let round = 0; round < 2; round += 1) {
        const done = await call(complete, { size: 7 });
        expect([done.status, done.text]).to.deep.equal([204, '']);
      }

      for (let round = 0; round < 2; round += 1) {
        const finalized = await call(`/uploads/${session}/finalize`);
        expect(finalized.status).to.equal(200);
        expect(valueAt(finalized.json, 'generation')).to.equal(1);
        expect(valueAt(finalized.json, 'session')).to.include({
          id: session,
          status: 'FINALIZED',
          uploaded_objects: 1,
          uploaded_bytes: 7,
        });
      }
      const after = await call(`/uploads/${session}/objects`, { objects: [{ oid: sha256('x'), size: 1 }] });
      expect([after.status, valueAt(after.json, 'error.details.reason')]).to.deep.equal([409, 'session_finalized']);

      const downloads = await call('/downloads/authorize', { objects: [{ oid }, { oid: sha256('none') }] });
      expect(downloads.status).to.equal(200);
      expect(valueAt(downloads.json, 'objects.0')).to.include({ oid, size: 7, expires_in: 900 });
      expect(valueAt(downloads.json, 'objects.1')).to.deep.equal({
        oid: sha256('none'),
        error: { code: 'not_found', message: 'Not found: the repository has no such object.' },
      });
      const { pathname, search } = new URL(textAt(downloads.json, 'objects.0.download_url'));
      expect((await send(service.baseUrl, 'GET', pathname + search)).text).to.equal('weights');
    });

    it('ask for no bytes of what is stored already, count it, and charge nothing for it', async () => {
      const oid = sha256('weights');
      const object = { oid, size: 7 };
      await world.namedObjects(owner, repository, [['weights', 'weights']]);
      const usage = async () => (await world.call('GET', `/repositories/${repository}/usage`, { token: owner.token })).json;
      const before = await usage();
      const session = await openSession();
      for (let round = 0; round < 2; round += 1) {
        const authorized = await call(`/uploads/${session}/objects`, { objects: [object, { oid: sha256('new'), size: 3 }] });
        expect(valueAt(authorized.json, 'objects.0')).to.deep.equal({
          ...object,
          storage_key: `repositories/${repository}/objects/${oid.slice(0, 2)}/${oid.slice(2, 4)}/${oid}`,
          stored: true,
        });
        expect(valueAt(authorized.json, 'objects.1')).to.include.keys('upload_url').and.not.include.keys('stored');
        expect((await call(`/uploads/${session}/objects/${oid}/complete`, { size: 7 })).status).to.equal(204);
      }
      const finalized = await call(`/uploads/${session}/finalize`);
      expect(valueAt(finalized.json, 'session')).to.include({ status: 'FINALIZED', uploaded_objects: 1, uploaded_bytes: 7 });
      expect(await usage()).to.deep.equal(before);
    });

    it('refuse another size than the repository or the session has of an object, and name it', async () => {
      const stored = sha256('weights');
      await world.namedObjects(owner, repository, [['weights', 'weights']]);
      const session = await openSession();
      const completed = sha256('seven');
      const authorized = await call(`/uploads/${session}/objects`, { objects: [{ oid: completed, size: 5 }] });
      await put(textAt(authorized.json, 'objects.0.upload_url'), 'seven');
      expect((await call(`/uploads/${session}/objects/${completed}/complete`, { size: 5 })).status).to.equal(204);
      for (const oid of [stored, completed]) {
        const objects = [
          { oid: sha256('new'), size: 3 },
          { oid, size: 8 },
        ];
        const { status, json } = await call(`/uploads/${session}/objects`, { objects });
        expect(status).to.equal(409);
        expect(valueAt(json, 'error.details')).to.deep.equal({ reason: 'size_mismatch', oid });
      }
    });

    it('answer 200 and the same session to the same Idempotency-Key, and 409 when the body differs', async () => {
      const headers = { 'idempotency-key': 'same' };
      const first = await call('/uploads', { expected_objects: 2 }, headers);
      const again = await call('/uploads', { expected_objects: 2 }, headers);
      expect([first.status, again.status]).to.deep.equal([201, 200]);
      expect(again.json).to.deep.equal(first.json);
      const other = await call('/uploads', { expected_objects: 3 }, headers);
      expect([other.status, valueAt(other.json, 'error.details.reason')]).to.deep.equal([409, 'idempotency_key_reused']);
    });

    it('beyond what the plan allows at once answer 429 with the reason and Retry-After', async () => {
      await openSession();
      await openSession();
      const third = await call('/uploads');
      expect(third.status).to.equal(429);
      expect(valueAt(third.json, 'error.details')).to.deep.equal({ reason: 'concurrent_uploads' });
      expect(third.headers['retry-after']).to.equal('660');
      service.clock.advance(660_000);
      expect((await call('/uploads')).status, 'one that has been idle for so long gives way').to.equal(201);
    });

    it('are listed while they are open, and given up once and for all', async () => {
      const [first, second] = [await openSession(), await openSession()];
      const request = (method: string, suffix = '') =>
        world.call(method, `/repositories/${repository}/uploads${suffix}`, { token: owner.token });
      const listed = async () => [valueAt((await request('GET')).json, 'sessions')].flat().map((each) => textAt(each, 'id'));
      expect(await listed()).to.have.members([first, second]);
      for (let round = 0; round < 2; round += 1) {
        const { status, text } = await request('DELETE', `/${first}`);
        expect([status, text]).to.deep.equal([204, '']);
      }
      expect(await listed()).to.deep.equal([second]);
      const late = await call(`/uploads/${first}/finalize`);
      expect([late.status, valueAt(late.json, 'error.details')]).to.deep.equal([409, { reason: 'session_aborted' }]);
      expect((await call(`/uploads/${second}/finalize`)).status).to.equal(200);
      const finalized = await request('DELETE', `/${second}`);
      expect([finalized.status, valueAt(finalized.json, 'error.details.reason')]).to.deep.equal([409, 'session_finalized']);
      expect((await request('DELETE', '/eeeeeeee-0000-4000-8000-000000000000')).status).to.equal(404);
    });

    it('that have expired answer 409', async () => {
      const session = await openSession();
      service.clock.advance(6 * 3_600_000);
      for (const suffix of ['/finalize', `/objects/${sha256('x')}/complete`]) {
        const { status, json } = await call(`/uploads/${session}${suffix}`, suffix === '/finalize' ? {} : { size: 1 });
        expect([status, valueAt(json, 'error.details.reason')], suffix).to.deep.equal([409, 'session_expired']);
      }
    });

    it('refuse objects above the plan with 402, and one oid with two sizes with 400', async () => {
      const session = await openSession();
      const authorize = (objects: unknown): Promise<Answer> => call(`/uploads/${session}/objects`, { objects });
      const [oid, other] = [sha256('x'), sha256('y')];
      const large = await authorize([{ oid, size: 5 * 2 ** 30 + 1 }]);
      expect(large.status).to.equal(402);
      expect(valueAt(large.json, 'error.details')).to.deep.equal({
        reason: 'max_object_size',
        limit: 5 * 2 ** 30,
        current: 5 * 2 ** 30 + 1,
      });
      expect((await authorize([{ oid, size: 5 * 2 ** 30 }])).status).to.equal(200);
      const full = await authorize([
        { oid: other, size: 5 * 2 ** 30 },
        { oid: sha256('z'), size: 1 },
      ]);
      expect([full.status, valueAt(full.json, 'error.details.reason')]).to.deep.equal([402, 'storage_quota']);
      expect(
        (
          await authorize([
            { oid: other, size: 1 },
            { oid: other, size: 2 },
          ])
        ).status,
      ).to.equal(400);
      expect(
        (
          await authorize([
            { oid: other, size: 1 },
            { oid: other, size: 1 },
          ])
        ).status,
      ).to.equal(200);
    });

    it('of one repository are not found through another', async () => {
      const session = await openSession();
      const stranger = await world.user('stranger');
      const elsewhere = await world.repository(stranger, await world.organization(stranger, 'Other'), { name: 'Models' });
      const paths = [
        `/repositories/${elsewhere}/uploads/${session}/finalize`,
        `/repositories/${repository}/uploads/${session}/finalize`,
      ];
      for (const path of paths) expect((await world.call('POST', path, { token: stranger.token })).status, path).to.equal(404);
    });

    it('have oids of 64 lower-case hex digits', async () => {
      const session = await openSession();
      const oid = sha256('x');
      for (const bad of [oid.toUpperCase(), oid.slice(1), `${oid}0`, '', `${oid.slice(1)}g`, ` ${oid}`, `${oid}\n`]) {
        expect((await call(`/uploads/${session}/objects`, { objects: [{ oid: bad, size: 1 }] })).status, bad).to.equal(400);
        expect((await call('/downloads/authorize', { objects: [{ oid: bad }] })).status, bad).to.equal(400);
      }
      expect((await call(`/uploads/${session}/objects/${oid.toUpperCase()}/complete`, { size: 1 })).status).to.equal(400);
    });
  });
}
