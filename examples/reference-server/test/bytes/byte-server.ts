import { createApiClient, type ApiClient } from '../client/api-client.js';
import type { RepositoryClient } from '../client/repository-client.js';
import {
  startServer,
  startServerProcess,
  type TestServer,
  type TestServerOptions,
  type TestServerProcess,
} from '../server/start-server.js';

/** A real server without a rate limit, and its owner's client. */
export interface ByteServer<Server extends TestServer = TestServer> {
  readonly server: Server;
  readonly owner: ApiClient;
  /** A repository of its own organization that no other test uses. */
  newRepository(): Promise<RepositoryClient>;
  /** A client of another user, who is a DEVELOPER of the organization. */
  colleague(organizationSlug: string): Promise<ApiClient>;
  close(): Promise<void>;
}

/** Settings under which only the plan bounds what a client may do. */
export const unlimitedRate = { RATE_LIMIT_RPS: '1000000', RATE_LIMIT_BURST: '1000000' } as const;

type Environment = Readonly<Record<string, string>>;

export const startByteServer = (environment: Environment = {}): Promise<ByteServer> => startWith(startServer, environment);

export type ByteServerProcess = ByteServer<TestServerProcess>;

/** The same with a server that is a process of its own. */
export const startByteServerProcess = (environment: Environment = {}): Promise<ByteServerProcess> =>
  startWith(startServerProcess, environment);

const startWith = async <Server extends TestServer>(
  start: (options: TestServerOptions) => Promise<Server>,
  environment: Environment,
): Promise<ByteServer<Server>> => {
  const server = await start({ environment: { DEFAULT_PLAN: 'business', ...unlimitedRate, ...environment } });
  const owner = createApiClient(server.baseUrl, server.adminToken);
  const clients = [owner];
  let count = 0;
  return {
    server,
    owner,
    newRepository: () => {
      count += 1;
      return owner.createRepository(`bytes-${count}`);
    },
    colleague: async (organizationSlug) => {
      count += 1;
      const email = `colleague-${count}@example.com`;
      await server.command('user', 'add', email);
      await server.command('member', 'add', organizationSlug, email, '--role', 'DEVELOPER');
      const { stdout } = await server.command('session', 'create', email);
      const client = createApiClient(server.baseUrl, stdout.trim());
      clients.push(client);
      return client;
    },
    close: async () => {
      for (const client of clients) client.close();
      await server.close();
    },
  };
};
