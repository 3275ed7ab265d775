import { expect } from 'chai';
import { startAcme } from '../support/acme.js';
import type { TestService } from '../support/service.js';
import { sha256, type TestUser, type World } from '../support/world.js';

const unprintable = ['\u0007', '\u001b[2J', '\u007f', '\u009b31m', '\u202eexe.gpj', '\u2066', '\u200f'];

describe('a text that others are shown', () => {
  let service: TestService;
  let world: World;
  let owner: TestUser;
  let repository: string;
  let session: string;
  before(async () => {
    const acme = await startAcme();
    ({ service, world, owner } = acme);
    repository = await world.repository(owner, acme.organization, { name: 'Models' });
    session = await world.session(owner, repository, { oid: sha256('a'), size: 1 });
  });
  after(() => service.close());

  const acme = '/organizations/acme';
  const cases: Readonly<Record<string, (text: string) => readonly [method: string, path: string, body: unknown, field: string]>> =
    {
      'the name of an organization': (name) => ['POST', '/organizations', { name }, 'name'],
      'the new name of an organization': (name) => ['PATCH', acme, { name }, 'name'],
      'the name of a user': (name) => ['PATCH', '/users/me', { name }, 'name'],
      'the name of a repository': (name) => ['POST', `${acme}/repositories`, { name }, 'name'],
      'the new name of a repository': (name) => ['PATCH', `/repositories/${repository}`, { name }, 'name'],
      'a description': (description) => ['PATCH', `/repositories/${repository}`, { description }, 'description'],
      'the name of a token': (name) => ['POST', `${acme}/tokens`, { name, scopes: ['org:read'] }, 'name'],
      'the name of a group': (name) => ['POST', `${acme}/storage-groups`, { name }, 'name'],
      'the description of a group': (description) => [
        'POST',
        `${acme}/storage-groups`,
        { name: 'x', description },
        'description',
      ],
      'the path of a lock': (path) => ['POST', `/repositories/${repository}/lfs/locks`, { path }, 'path'],
      'the name of a file': (name) => [
        'POST',
        `/repositories/${repository}/uploads/${session}/objects`,
        { objects: [{ oid: sha256('b'), size: 1, name }] },
        'objects[0].name',
      ],
    };
  for (const [what, requestOf] of Object.entries(cases)) {
    it(`has nothing that a terminal obeys: ${what}`, async () => {
      for (const text of unprintable) {
        const [method, path, body, field] = requestOf(`a${text}b`);
        const { status, json } = await world.call(method, path, { token: owner.token, body });
        expect(status, JSON.stringify(text)).to.equal(400);
        expect(json).to.have.nested.property('error.details.problem', 'malformed');
        expect(json).to.have.nested.property('error.details.field').that.contains(field.split('[')[0]);
      }
      const [method, path, body] = requestOf('משקולות 重み');
      expect((await world.call(method, path, { token: owner.token, body })).status).to.be.within(200, 299);
    });
  }
});
