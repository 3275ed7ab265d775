import { Agent } from 'node:http';
import { askAgain } from './ask-again.js';
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

export interface ApiClientOptions {
  /** False: who is told to come back does not. A machine with too much to do puts off somebody now and then, and most tests are not about that. */
  readonly isPatient?: boolean;
  /** Hears of each time that the client was told to come back. */
  readonly onPutOff?: (told: string) => void;
}

/** An idle connection ends here before any server ends it: a request that meets the end of its connection is lost. */
const idleTimeoutMs = 3000;

export const createApiClient = (
  baseUrl: string,
  credential: string,
  { isPatient = true, onPutOff = () => undefined }: ApiClientOptions = {},
): ApiClient => {
  const agent = new Agent({ keepAlive: true, timeout: idleTimeoutMs });
  const ask = (request: Exchange): Promise<Answer> => {
    const tellOf = (told: string): void => onPutOff(`${request.method} ${new URL(request.url).pathname}: ${told}`);
    return isPatient ? askAgain(() => exchange(agent, request), tellOf) : exchange(agent, request);
  };
  const client: ApiClient = {
    exchange: ask,
    call: (method, path, body, headers) =>
      ask({
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
