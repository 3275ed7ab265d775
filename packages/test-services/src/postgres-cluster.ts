import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.js';
import { findInstalledPostgres, preparePostgres, startPostgres } from './postgres-programs.js';

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

/** Starts the PostgreSQL that npm brings, or one that lies in another folder. */
export const startPostgresCluster = async (
  extraSettings: readonly string[] = [],
  installed = findInstalledPostgres(),
): Promise<PostgresCluster> => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-postgres-'));
  await chmod(folder, 0o755);
  const unguard = guard(folder);
  const port = await freePort();
  const programs = await preparePostgres(folder, installed);
  const flags = [...settings, ...extraSettings].flatMap((setting) => ['-c', setting]);
  const start = () => startPostgres(programs, ['-p', String(port), ...flags]);
  let end = await start();
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    pause: () => end('SIGINT'),
    crash: () => end('SIGQUIT'),
    resume: async () => {
      end = await start();
    },
    stop: async () => {
      await end('SIGINT');
      await rm(folder, { recursive: true, force: true });
      // Last, since a signal may end this process on the way.
      unguard();
    },
  };
};
