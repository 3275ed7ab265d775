import { Agent } from 'node:http';
import { type Answer, type Exchange, exchange, read } from './exchange.js';
import { createRepositoryClient, type RepositoryClient } from './repository-client.js';
import { organizationAnswer, repositoryAnswer } from './wire.js';

/** Speaks to one server with one credential, over connections that it keeps. */
export interface ApiClient {
  /** A request to anywhere, without the credential: what the signed URLs are for. */
  exchange(request: Exchange): Promise<Answer>;
  /** A request below `/api/v1`, with the credential; the body is sent as JSON, a string as it is. */
  call(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** Makes an organization with one repository. */
  createRepository(name: string): Promise<RepositoryClient>;
  createRepositoryIn(organizationId: string, name: string): Promise<RepositoryClient>;
  close(): void;
}

export const createApiClient = (baseUrl: string, credential: string): ApiClient => {
  const agent = new Agent({ keepAlive: true });
  const client: ApiClient = {
    exchange: (request) => exchange(agent, request),
    call: (method, path, body, headers) =>
      exchange(agent, {
        method,
        url: `${baseUrl}/api/v1${path}`,
        headers: {
          Authorization: `Bearer ${credential}`,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    createRepository: async (name) => {
      const { organization } = read(await client.call('POST', '/organizations', { name }), 201, organizationAnswer);
      return client.createRepositoryIn(organization.id, name);
    },
    createRepositoryIn: async (organizationId, name) => {
      const created = await client.call('POST', `/organizations/${organizationId}/repositories`, { name });
      const { repository } = read(created, 201, repositoryAnswer);
      return createRepositoryClient(client, repository.id, organizationId);
    },
    close: () => agent.destroy(),
  };
  return client;
};
