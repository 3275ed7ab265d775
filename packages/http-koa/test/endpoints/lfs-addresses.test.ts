import { expect } from 'chai';
import { startAcme } from '../support/acme.js';
import { type Answer, send, textAt, type TestRequest } from '../support/request.js';
import type { TestService } from '../support/service.js';
import { sha256, type TestUser, type World } from '../support/world.js';

const lfsType = 'application/vnd.git-lfs+json';

describe('the places where clients look for Git LFS', () => {
  let service: TestService;
  let world: World;
  let owner: TestUser;
  let stranger: TestUser;
  let id: string;
  before(async () => {
    const acme = await startAcme({ defaultPlan: 'team' });
    ({ service, world, owner } = acme);
    stranger = await world.user('stranger');
    id = await world.repository(owner, acme.organization, { name: 'Models' });
  });
  after(() => service.close());

  const oid = sha256('weights');
  const batch = (lfsPath: string, request: TestRequest = {}): Promise<Answer> =>
    send(service.baseUrl, 'POST', `${lfsPath}/objects/batch`, {
      token: owner.token,
      body: { operation: 'upload', objects: [{ oid, size: 7 }] },
      headers: { 'content-type': lfsType },
      ...request,
    });
  const places = (): readonly string[] => [
    `/api/v1/repositories/${id}/lfs`,
    `/api/v1/repositories/${id}.git/info/lfs`,
    `/api/v1/repositories/${id}/lfs.git/info/lfs`,
    '/acme/models.git/info/lfs',
  ];

  it('all lead to the same repository, for batches, locks and its chunk tree', async () => {
    for (const place of places()) {
      const answer = await batch(place);
      expect(answer.status, place).to.equal(200);
      expect(textAt(answer.json, 'objects.0.actions.verify.href'), place).to.include(`/api/v1/repositories/${id}/lfs/`);
      const locks = await send(service.baseUrl, 'GET', `${place}/locks`, { token: owner.token });
      expect(locks.status, place).to.equal(200);
      const file = await send(service.baseUrl, 'PUT', `${place}/meta/place`, { token: owner.token, body: Buffer.from(place) });
      expect(file.status, place).to.equal(201);
      const [first] = places();
      const read = await send(service.baseUrl, 'GET', `${first}/meta/place`, { token: owner.token });
      expect(read.text).to.equal(place);
    }
  });

  it('say whose place they are, so that who knows the names learns the id', async () => {
    for (const place of places()) {
      const answer = await send(service.baseUrl, 'GET', place, { token: owner.token });
      expect(answer.status, place).to.equal(200);
      expect(textAt(answer.json, 'repository.id'), place).to.equal(id);
      const refused = await send(service.baseUrl, 'GET', place, { token: stranger.token });
      expect(refused.status, place).to.equal(404);
    }
  });

  it('ask for a credential where there is none, and answer strangers as if nothing were there', async () => {
    const unknown = ['/acme/nothing.git/info/lfs', '/nobody/models.git/info/lfs', '/api/v1/repositories/x.git/info/lfs'];
    for (const place of [...places(), ...unknown]) {
      const anonymous = await send(service.baseUrl, 'POST', `${place}/objects/batch`, { body: {} });
      expect(anonymous.status, place).to.equal(401);
      expect(anonymous.headers['lfs-authenticate'], place).to.be.a('string');
    }
    const answers = await Promise.all(
      [...places(), ...unknown.slice(0, 2)].map((place) =>
        batch(place, { token: stranger.token, headers: { 'content-type': lfsType, 'x-request-id': 'same' } }),
      ),
    );
    expect(answers.map(({ status }) => status)).to.deep.equal(answers.map(() => 404));
    expect(new Set(answers.map(({ text }) => text)).size).to.equal(1);
  });

  it('lead to Git LFS alone, not to the other paths of a repository', async () => {
    for (const path of ['/acme/models.git', '/acme/models.git/info/refs', `/api/v1/repositories/${id}.git/usage`]) {
      const answer = await send(service.baseUrl, 'GET', path, { token: owner.token });
      expect(answer.status, path).to.be.oneOf([400, 404]);
    }
  });
});
