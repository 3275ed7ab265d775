import { createHash } from 'node:crypto';
import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import type { operations } from '../../src/generated/api-types.js';
import { createClient } from '../../src/index.js';
import { type MemoryService, startMemoryService } from '../rigs/memory-service.js';
import { ofOrganizations } from './organizations.js';
import { ofPeople } from './people.js';
import { ofRepositories } from './repositories.js';
import { type Call, nobody, type Scene } from './scene.js';

/** In the order in which they are called; an operation without a call does not compile. */
const calls: Readonly<Record<keyof operations, Call>> = {
  'organizations.create': [
    201,
    (scene) =>
      scene.owner.api.POST('/api/v1/organizations', { body: { name: 'Acme' } }).map((answer) => {
        scene.orgID = answer.data.organization.id;
        return answer;
      }),
  ],
  'repositories.create': [
    201,
    (scene) =>
      scene.owner.api
        .POST('/api/v1/organizations/{orgID}/repositories', {
          params: { path: { orgID: scene.orgID } },
          body: { name: 'Models', visibility: 'INTERNAL' },
        })
        .map((answer) => {
          scene.repoID = answer.data.repository.id;
          return answer;
        }),
  ],
  ...ofPeople,
  ...ofOrganizations,
  ...ofRepositories,
  'repositories.delete': [
    204,
    ({ owner, repoID }) => owner.api.DELETE('/api/v1/repositories/{repoID}', { params: { path: { repoID } } }),
  ],
  'organizations.delete': [
    204,
    ({ owner, orgID }) => owner.api.DELETE('/api/v1/organizations/{orgID}', { params: { path: { orgID } } }),
  ],
};

describe('client.api', () => {
  let service: MemoryService;
  let scene: Scene;
  before(async () => {
    service = await startMemoryService();
    const [owner, guest] = [await service.addUser('ada@example.test'), await service.addUser('guest@example.test')];
    const open = (credential: string) => createClient({ baseUrl: service.baseUrl, credential, retry: { maxAttempts: 1 } });
    const bytes = Buffer.from('weights');
    scene = {
      owner: open(owner.credential),
      guest: open(guest.credential),
      guestId: guest.id,
      guestEmail: 'guest@example.test',
      orgID: nobody,
      repoID: nobody,
      sessionID: nobody,
      indexSessionID: nobody,
      invID: nobody,
      lockID: nobody,
      oid: createHash('sha256').update(bytes).digest('hex'),
      bytes,
    };
  });
  after(() => service.close());

  for (const [operation, [status, call]] of Object.entries(calls)) {
    it(`calls ${operation}, which answers ${status}`, async () => {
      const before = service.answered.length;
      const answer = await call(scene);
      await waitUntil('the service has written down its answer', () => service.answered.length > before);
      expect(service.answered[before]?.endpoint).to.equal(operation);
      const told = answer.match(
        (success) => success.status,
        (error) => (error.status === 0 ? error.message : error.status),
      );
      expect(told).to.equal(status);
    });
  }
});
