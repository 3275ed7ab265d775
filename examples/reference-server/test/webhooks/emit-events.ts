import { setTimeout as sleep } from 'node:timers/promises';
import { createApiClient } from '../client/api-client.js';
import { ConnectionLost, expectStatus, read } from '../client/exchange.js';
import { createRepositoryClient, type RepositoryClient } from '../client/repository-client.js';
import { objectNamed } from '../client/test-object.js';
import { authorizeAnswer, repositoryAnswer, sessionAnswer } from '../client/wire.js';
import type { TestServer } from '../server/start-server.js';

/** Most events tell of a new repository; every so often one is pushed to, so that the storage is in it too. */
const repositoriesToPush = 25;
const pauseMs = 20;

export interface Emission {
  readonly server: TestServer;
  readonly organizationId: string;
  /** The emitter's alone: its repositories begin with it. */
  readonly name: string;
  isOver(): boolean;
  /** Once for each event that the server has answered for. */
  acknowledge(): void;
}

const push = async (repository: RepositoryClient): Promise<void> => {
  const object = objectNamed(repository.id, 100);
  const { session } = read(await repository.open(), 201, sessionAnswer);
  const [entry] = read(await repository.authorize(session.id, [object]), 200, authorizeAnswer).objects;
  expectStatus(await repository.put(entry?.upload_url ?? '', object.bytes), 200);
  expectStatus(await repository.complete(session.id, object), 204);
  expectStatus(await repository.finalize(session.id), 200);
};

/**
 * Makes events `repository.created` and `repository.push` until it is over, also while the server is killed and started again. What is not acknowledged
 * may have been done or not: the database says which was.
 */
export const emitEvents = async ({ server, organizationId, name, isOver, acknowledge }: Emission): Promise<void> => {
  const api = createApiClient(server.baseUrl, server.adminToken);
  for (let count = 1; !isOver(); count += 1) {
    try {
      const answer = await api.call('POST', `/organizations/${organizationId}/repositories`, { name: `${name}-${count}` });
      // It may have been made although the answer was 503.
      if (expectStatus(answer, 201, 409).status === 409) continue;
      acknowledge();
      if (count % repositoriesToPush !== 0) continue;
      await push(createRepositoryClient(api, read(answer, 201, repositoryAnswer).repository.id, organizationId));
      acknowledge();
    } catch (fault) {
      if (!(fault instanceof ConnectionLost)) throw fault;
      await sleep(pauseMs);
    }
  }
  api.close();
};
