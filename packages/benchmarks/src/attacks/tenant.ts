import { createClient, describeApiError, type Client } from '@svc/client';
import { randomBytes } from 'node:crypto';
import type { TreeObject } from '../data/repeated-object.js';
import { type Api, createApi, textAt } from '../server/api.js';
import type { SvcServer } from '../server/svc-server.js';

/** A user with a credential that is nobody else's, as limits that count by token or by user see it. */
export interface Tenant {
  readonly credential: string;
  readonly api: Api;
  readonly client: Client;
  /** A new organization's id. */
  newOrganization(): Promise<string>;
  /** A new repository's id, in the organization or else in a new one; `fields` are those of its creation. */
  newRepository(organizationId?: string, fields?: Readonly<Record<string, unknown>>): Promise<string>;
}

const newName = (): string => `Bench ${randomBytes(6).toString('hex')}`;

/** A new user of the server. Nobody signs up over HTTP without an identity provider, so the server's own command adds it. */
export const newTenant = async (server: SvcServer): Promise<Tenant> => {
  const email = `${randomBytes(8).toString('hex')}@example.org`;
  await server.command('user', 'add', email);
  const credential = await server.command('session', 'create', email);
  const api = createApi(server.baseUrl, credential);
  const newOrganization = async (): Promise<string> =>
    textAt(await api('POST', '/organizations', { name: newName() }), 'organization', 'id');
  return {
    credential,
    api,
    client: createClient({ baseUrl: server.baseUrl, credential }),
    newOrganization,
    newRepository: async (organizationId, fields = {}) => {
      const path = `/organizations/${organizationId ?? (await newOrganization())}/repositories`;
      return textAt(await api('POST', path, { name: newName(), ...fields }), 'repository', 'id');
    },
  };
};

/** Sends the files of an object in chunks; it is not finalized yet. */
export const sendFiles = async ({ client }: Tenant, repositoryId: string, { files }: TreeObject): Promise<void> => {
  for (const { path, bytes } of files) {
    const put = await client.tree.put(repositoryId, path, bytes);
    if (put.isErr()) throw new Error(`PUT of ${path}: ${describeApiError(put.error)}`);
  }
};

/** A URL from which anybody gets the object, for a quarter of an hour. */
export const downloadUrl = async ({ api }: Tenant, repositoryId: string, { oid }: TreeObject): Promise<string> => {
  const path = `/repositories/${repositoryId}/downloads/authorize`;
  return textAt(await api('POST', path, { objects: [{ oid }] }), 'objects', 0, 'download_url');
};
