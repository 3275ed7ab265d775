import { createSeededRandom } from '@svc/conformance';
import type { ChunkCodec } from '@svc/core/ports';
import { makePush } from '../crash/make-push.js';
import { type AckJournal, createAckJournal } from '../crash/ack-journal.js';
import { perform } from '../crash/push.js';
import { createApiClient } from '../client/api-client.js';
import { expectStatus } from '../client/exchange.js';
import { createRepositoryClient } from '../client/repository-client.js';
import { bytesNamed } from '../client/test-object.js';
import type { TestServer } from '../server/start-server.js';
import { createTreeClient } from '../tree/tree-client.js';
import { treeObjectOf } from '../tree/tree-object.js';

const clientsOfObjects = 2;
const maxTreeObjectBytes = 400_000;
/** How many plain files of the chunk tree are replaced again and again. */
const plainFiles = 3;

/** Clients that push one thing after the other to a repository, as fast as the server takes it. */
export interface Load {
  readonly repositoryId: string;
  readonly organizationId: string;
  readonly journal: AckJournal;
  /** What was acknowledged of the chunk tree, besides the journal. */
  readonly treeObjects: ReadonlyMap<string, number>;
  /** Waits until all of them have got through; throws what any of them met. */
  stop(): Promise<void>;
}

/** By upload sessions, Git LFS, and the chunk tree, with plain files that change. */
export const startLoad = async (server: TestServer, codec: ChunkCodec, seed: number): Promise<Load> => {
  const api = createApiClient(server.baseUrl, server.adminToken);
  const { id: repositoryId, organizationId } = await api.createRepository(`load-${seed}`);
  const repository = createRepositoryClient(api, repositoryId, organizationId);
  const tree = createTreeClient(repository, server.baseUrl, server.adminToken);
  const journal = createAckJournal();
  const treeObjects = new Map<string, number>();
  let isOver = false;

  const pushObjects = async (client: number): Promise<void> => {
    const random = createSeededRandom(seed + client);
    for (let count = 1; !isOver; count += 1) await perform(repository, makePush(random, `${client}/${count}`, count), journal);
  };
  const pushTrees = async (): Promise<void> => {
    const random = createSeededRandom(seed + 1000);
    for (let count = 1; !isOver; count += 1) {
      const content = bytesNamed(`tree/${seed}/${count}`, 1 + random.integer(maxTreeObjectBytes));
      const { bytes: _, ...object } = treeObjectOf(codec, content, 64 * 1024);
      await tree.push(object);
      treeObjects.set(object.oid, object.size);
    }
  };
  const replaceFiles = async (): Promise<void> => {
    const random = createSeededRandom(seed + 2000);
    for (let count = 1; !isOver; count += 1) {
      const bytes = bytesNamed(`plain/${count}`, random.integer(20_000));
      expectStatus(await tree.put({ path: `meta/${count % plainFiles}.bin`, bytes }), 201);
    }
  };

  const clients = [...Array.from({ length: clientsOfObjects }, (_, client) => pushObjects(client)), pushTrees(), replaceFiles()];
  // Who fails is heard of when the load is stopped.
  for (const client of clients) client.catch(() => (isOver = true));
  return {
    repositoryId,
    organizationId,
    journal,
    treeObjects,
    stop: async () => {
      isOver = true;
      try {
        await Promise.all(clients);
      } finally {
        api.close();
      }
    },
  };
};

/** What was acknowledged so far: the sizes of objects by their oids. */
export const acknowledgedBy = ({ journal, treeObjects }: Load): ReadonlyMap<string, number> =>
  new Map([...journal.objects().map(({ oid, size }) => [oid, size] as const), ...treeObjects]);
