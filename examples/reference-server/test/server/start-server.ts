import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@svc/test-services/free-port';
import type { ServerPlace } from './server-place.js';
import { runCommand } from './run-command.js';
import type { RunningServer, StartRunning } from './running-server.js';
import { serveHere } from './serve-here.js';
import { serveProcess } from './serve-process.js';
import { type CommandOutcome, newestBundle } from './server-process.js';
import { newPlace } from './stack.js';

/** How much of what a server said is shown when a test has failed. */
const SHOWN_CHARACTERS = 20_000;

/** The real server on a free port of loopback, with a data directory of its own. */
export interface TestServer {
  readonly baseUrl: string;
  readonly port: number;
  readonly dataDir: string;
  /** What lies behind it. */
  readonly place: ServerPlace;
  /** A session credential of the first owner, `admin@localhost`, unless the options left it out. */
  readonly adminToken: string;
  /** All that the server has said so far, restarts included: stdout, then stderr. */
  output(): string;
  /** Runs another command of the server, such as `user add`, on the same data; again, when the database is held by somebody else. */
  command(...parameters: readonly string[]): Promise<CommandOutcome>;
  /** The same, with these settings on top. */
  commandWith(settings: Readonly<Record<string, string>>, ...parameters: readonly string[]): Promise<CommandOutcome>;
  /** Lets what is under way finish, and waits for the end. */
  stop(): Promise<CommandOutcome>;
  /** Starts it again after its end, on the same data and port, with these settings on top; resolves when it is ready. */
  start(settings?: Readonly<Record<string, string>>): Promise<void>;
  /** Ends the server, if it runs, and removes its data, unless it was given its place. */
  close(): Promise<void>;
}

/** For what is about the process of a server, its signals and memory, or several servers. */
export interface TestServerProcess extends TestServer {
  /** The id of the process that runs now. */
  pid(): number;
  /** Sends the signal, SIGTERM unless it is told, and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<CommandOutcome>;
  /** SIGKILL: nothing in the process hears of it. */
  kill(): Promise<CommandOutcome>;
}

type Environment = Readonly<Record<string, string>>;

export interface TestServerOptions {
  /** Settings on top of those that the starter makes: HOST, PORT, DATA_DIR, ADMIN_TOKEN, and those of the place. */
  readonly environment?: Environment | ((place: ServerPlace) => Environment);
  /** False: no ADMIN_TOKEN, so that the first start makes a credential and shows it. */
  readonly adminToken?: boolean;
  /** Another server's place, to share it; a new one when absent. */
  readonly place?: ServerPlace;
}

/** One for all servers, as several on one database must have it. */
const adminToken = `test-admin-${randomBytes(16).toString('hex')}`;

const open = new Set<TestServer>();

const startWith = async (startRunning: StartRunning, options: TestServerOptions): Promise<TestServerProcess> => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-server-'));
  const dataDir = join(folder, 'data');
  const place = options.place ?? (await newPlace(dataDir));
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const environment = {
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: dataDir,
    ...place.settings,
    ...(options.adminToken === false ? {} : { ADMIN_TOKEN: adminToken }),
    ...(typeof options.environment === 'function' ? options.environment(place) : options.environment),
  };

  const said: string[] = [];
  let current: RunningServer | undefined;
  const running = (): RunningServer => {
    if (current === undefined) throw new Error('the server is not running');
    return current;
  };
  const start = async (settings: Readonly<Record<string, string>> = {}): Promise<void> => {
    if (current !== undefined) throw new Error('the server is running');
    current = startRunning(folder, { ...environment, ...settings }, baseUrl);
    try {
      await current.ready;
    } catch (fault) {
      await end('SIGKILL');
      throw fault;
    }
  };
  const end = async (signal: NodeJS.Signals): Promise<CommandOutcome> => {
    const ending = running();
    const outcome = await ending.end(signal);
    said.push(ending.output());
    current = undefined;
    return outcome;
  };

  const server: TestServerProcess = {
    baseUrl,
    port,
    dataDir,
    place,
    adminToken,
    output: () => [...said, current?.output() ?? ''].join(''),
    pid: () => running().pid,
    command: (...parameters) => runCommand(parameters, folder, environment),
    commandWith: (settings, ...parameters) => runCommand(parameters, folder, { ...environment, ...settings }),
    stop: (signal = 'SIGTERM') => end(signal),
    kill: () => end('SIGKILL'),
    start,
    close: async () => {
      if (current !== undefined) await end('SIGKILL');
      open.delete(server);
      rmSync(folder, { recursive: true, force: true });
      if (options.place === undefined) await place.drop();
    },
  };
  open.add(server);
  try {
    await start();
  } catch (fault) {
    await server.close();
    throw fault;
  }
  return server;
};

/** Starts a server in this process, and resolves when it is ready; close it when the tests are done with it. */
export const startServer = (options: TestServerOptions = {}): Promise<TestServer> => startWith(serveHere(), options);

/** The same, with the pages and the tarball of the agent that lie in the bundle. */
export const startServerWithPages = (options: TestServerOptions = {}): Promise<TestServer> =>
  startWith(serveHere(newestBundle()), options);

/** Starts the bundled server as a process of its own, and resolves when `/readyz` says that it is ready; close it as well. */
export const startServerProcess = (options: TestServerOptions = {}): Promise<TestServerProcess> =>
  startWith(serveProcess(options.place?.within), options);

// The benchmarks start servers too, outside of mocha.
if (typeof afterEach === 'function') {
  afterEach('show what servers said', function () {
    if (this.currentTest?.state !== 'failed') return;
    for (const server of open) console.error(`--- ${server.baseUrl} said:\n${server.output().slice(-SHOWN_CHARACTERS)}`);
  });
  after('end every server', () => Promise.all([...open].map((server) => server.close())));
}
