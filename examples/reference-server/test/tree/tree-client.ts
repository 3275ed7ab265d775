import { z } from 'zod';
import { type Answer, expectStatus, read } from '../client/exchange.js';
import type { RepositoryClient } from '../client/repository-client.js';
import { named, type TestObject } from '../client/test-object.js';
import type { TreeFile, TreeObject } from './tree-object.js';

const finalizeAnswer = z.object({ generation: z.number(), objects: z.number(), pending: z.array(z.string()).optional() });
type Finalized = z.output<typeof finalizeAnswer>;

const authorizationOf = (token: string) => ({ Authorization: `Bearer ${token}` });

/** The chunk tree of one repository, as a client without an agent sees it. */
export interface TreeClient {
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  put(file: TreeFile): Promise<Answer>;
  finalize(...objects: readonly Pick<TestObject, 'oid' | 'size'>[]): Promise<Answer>;
  /** Sends all files of the object, and finalizes it; has to succeed. */
  push(object: Omit<TreeObject, 'bytes'>): Promise<Finalized>;
}

export const createTreeClient = ({ api, id }: RepositoryClient, baseUrl: string, token: string): TreeClient => {
  const lfs = `${baseUrl}/api/v1/repositories/${id}/lfs`;
  const client: TreeClient = {
    get: (path, headers = {}) =>
      api.exchange({ method: 'GET', url: `${lfs}/${path}`, headers: { ...authorizationOf(token), ...headers } }),
    put: ({ path, bytes }) =>
      api.exchange({ method: 'PUT', url: `${lfs}/${path}`, headers: authorizationOf(token), body: bytes }),
    finalize: (...objects) => api.call('POST', `/repositories/${id}/lfs/finalize`, { objects: objects.map(named) }),
    push: async (object) => {
      for (const file of [...object.packs, ...object.maps, object.manifest]) expectStatus(await client.put(file), 201);
      return read(await client.finalize(object), 200, finalizeAnswer);
    },
  };
  return client;
};
