import { z } from 'zod';
import { type Answer, expectStatus, read } from '../client/exchange.js';
import { objectsAnswer, repositoryAnswer } from '../client/wire.js';
import type { ServerPlace } from '../server/server-place.js';
import {
  startServer,
  startServerProcess,
  startServerWithPages,
  type TestServer,
  type TestServerOptions,
  type TestServerProcess,
} from '../server/start-server.js';
import { createGitClient, type GitClient } from './git-client.js';
import { type InterferingProxy, startInterferingProxy } from './interfering-proxy.js';
import { send } from './lfs-request.js';

export interface RepositoryName {
  readonly id: string;
  readonly lfsUrl: string;
}

export interface TokenRequest {
  readonly scopes?: readonly string[];
  readonly kind?: 'PAT' | 'REPO' | 'CI';
  readonly repositoryId?: string;
}

/** The real server with an organization in it, and a proxy through which all of its clients talk to it. */
export interface LfsWorld<Server extends TestServer = TestServer> {
  readonly server: Server;
  readonly proxy: InterferingProxy;
  /** A session credential of the organization's OWNER. */
  readonly owner: string;
  /** A request to the JSON API; `path` begins after `/api/v1`. */
  call(credential: string, method: string, path: string, body?: unknown): Promise<Answer>;
  createRepository(name: string): Promise<RepositoryName>;
  /** The secret of a new API token of the OWNER, or of the `credential`'s user. */
  createToken(request?: TokenRequest, credential?: string): Promise<string>;
  /** Adds a user, to the organization when there is a role, and returns a session credential. */
  addUser(email: string, role?: string): Promise<string>;
  /** The repository's generation. */
  generationOf(repository: RepositoryName): Promise<number>;
  /** The oids that the repository lists. */
  listedOids(repository: RepositoryName): Promise<readonly string[]>;
  /** Another computer; it goes with the world. */
  newComputer(): Promise<GitClient>;
  close(): Promise<void>;
}

const organization = 'acme';

const generationAnswer = z.object({ repository: z.object({ generation: z.number() }) });
const tokenAnswer = z.object({ secret: z.string() });

const runCommand = async (server: TestServer, ...parameters: readonly string[]): Promise<string> => {
  const { code, stdout, stderr } = await server.command(...parameters);
  if (code !== 0) throw new Error(`svc-server ${parameters.join(' ')} ended with ${code ?? 'a signal'}: ${stderr}`);
  return stdout.trim();
};

type Environment = Readonly<Record<string, string>>;

/** `environment`: settings of the server; its plan is `team` unless they say otherwise. `place`: of the caller, instead of a new one. */
export const createLfsWorld = (environment: Environment = {}, place?: ServerPlace): Promise<LfsWorld> =>
  createWorldWith(startServer, environment, place);

/** The same with a server that has the pages and the agent of the bundle. */
export const createLfsWorldWithPages = (environment: Environment = {}): Promise<LfsWorld> =>
  createWorldWith(startServerWithPages, environment);

export type LfsWorldWithProcess = LfsWorld<TestServerProcess>;

/** The same with a server that is a process of its own. */
export const createLfsWorldWithProcess = (environment: Environment = {}, place?: ServerPlace): Promise<LfsWorldWithProcess> =>
  createWorldWith(startServerProcess, environment, place);

const createWorldWith = async <Server extends TestServer>(
  start: (options: TestServerOptions) => Promise<Server>,
  environment: Environment,
  place?: ServerPlace,
): Promise<LfsWorld<Server>> => {
  const proxy = await startInterferingProxy();
  // What signed URLs lead to goes through the proxy too, unless the server's own address was asked for.
  const storageOf = ({ storageUrl }: ServerPlace): Readonly<Record<string, string>> => {
    if (storageUrl === undefined || environment['BASE_URL'] === '') return {};
    proxy.forwardStorageTo(Number(new URL(storageUrl).port));
    return { S3_ENDPOINT: proxy.url };
  };
  const server = await start({
    ...(place === undefined ? {} : { place }),
    environment: (chosen) => ({
      BASE_URL: proxy.url,
      DEFAULT_PLAN: 'team',
      LOG_LEVEL: 'warn',
      ...storageOf(chosen),
      ...environment,
    }),
  });
  proxy.forwardTo(server.port);
  // The server has asked its storage what it refuses.
  proxy.forget();
  const owner = server.adminToken;
  const computers: GitClient[] = [];
  const close = async (): Promise<void> => {
    for (const computer of computers) await computer.close();
    await proxy.close();
    await server.close();
  };

  // Straight to the server, so that what the tests prepare is not among the exchanges of the proxy.
  const call = (credential: string, method: string, path: string, body?: unknown): Promise<Answer> =>
    send({
      method,
      url: `${server.baseUrl}/api/v1${path}`,
      headers: { Authorization: `Bearer ${credential}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  try {
    expectStatus(await call(owner, 'POST', '/organizations', { name: 'Acme', slug: organization }), 201);
  } catch (fault) {
    await close();
    throw fault;
  }

  return {
    server,
    proxy,
    owner,
    call,
    createRepository: async (name) => {
      const created = await call(owner, 'POST', `/organizations/${organization}/repositories`, { name });
      const { id } = read(created, 201, repositoryAnswer).repository;
      return { id, lfsUrl: `${proxy.url}/api/v1/repositories/${id}/lfs` };
    },
    createToken: async ({ scopes = ['repo:write'], kind, repositoryId } = {}, credential = owner) => {
      const body = { name: 'laptop', scopes, kind, repository_id: repositoryId };
      return read(await call(credential, 'POST', `/organizations/${organization}/tokens`, body), 201, tokenAnswer).secret;
    },
    addUser: async (email, role) => {
      await runCommand(server, 'user', 'add', email);
      if (role !== undefined) await runCommand(server, 'member', 'add', organization, email, '--role', role);
      return runCommand(server, 'session', 'create', email);
    },
    generationOf: async ({ id }) =>
      read(await call(owner, 'GET', `/repositories/${id}`), 200, generationAnswer).repository.generation,
    listedOids: async ({ id }) => {
      const listed = read(await call(owner, 'GET', `/repositories/${id}/objects?limit=100`), 200, objectsAnswer);
      return listed.objects.map(({ oid }) => oid);
    },
    newComputer: async () => {
      const computer = await createGitClient();
      computers.push(computer);
      return computer;
    },
    close,
  };
};
