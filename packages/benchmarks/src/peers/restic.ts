import { join } from 'node:path';
import { processorSeconds } from '../measure/processor-time.js';
import { timedCommand } from '../measure/timed-command.js';
import { freePort, startProcess } from '../server/process-under-test.js';
import { folderBytes } from './folder-bytes.js';
import type { Peer, Spent } from './peer.js';

/** Where a restic repository is, and what it costs there. */
interface Location {
  readonly name: string;
  readonly repository: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Processor time of who serves it, so far. */
  readonly serverSeconds: () => number;
  readonly storedBytes: () => Promise<number>;
  readonly stop: () => Promise<void>;
}

const at = (location: Location): Peer => {
  const env = { RESTIC_PASSWORD: 'bench', RESTIC_REPOSITORY: location.repository, ...location.environment };
  const run = async (...parameters: readonly string[]): Promise<Spent> => {
    const before = location.serverSeconds();
    const { seconds, cpuSeconds } = await timedCommand('restic', [...parameters, '--no-cache', '--quiet'], { env });
    return { seconds, cpuSeconds: cpuSeconds + location.serverSeconds() - before };
  };
  return {
    name: location.name,
    create: async () => {
      await run('init', '--repository-version', '2');
    },
    store: (version, path) => run('backup', '--compression', 'auto', '--tag', version, path),
    restore: (version, target) => run('restore', 'latest', '--tag', version, '--target', target),
    storedBytes: location.storedBytes,
    stop: location.stop,
  };
};

/** restic as it comes, with its second repository format; it also encrypts. */
export const restic = (folder: string): Peer => {
  const repository = join(folder, 'restic');
  return at({
    name: 'restic',
    repository,
    environment: {},
    serverSeconds: () => 0,
    storedBytes: () => folderBytes(repository),
    stop: () => Promise.resolve(),
  });
};

/** The same over `rclone serve restic`, a process of its own with a socket between. */
export const resticOverRclone = async (folder: string): Promise<Peer> => {
  const repository = join(folder, 'restic-rclone');
  const port = await freePort();
  const server = await startProcess(
    ['rclone', 'serve', 'restic', '--log-file', '/dev/null', '--addr', `127.0.0.1:${port}`, repository],
    {
      environment: { HOME: folder },
      port,
    },
  );
  return at({
    name: 'restic + rclone',
    repository: `rest:${server.baseUrl}/`,
    environment: {},
    serverSeconds: () => processorSeconds(server.pid),
    storedBytes: () => folderBytes(repository),
    stop: () => server.stop(),
  });
};

/** The same in a bucket, which the settings of a server name. What the S3 server needs is not counted. */
export const resticInBucket = (settings: Readonly<Record<string, string>>): Peer =>
  at({
    name: 'restic',
    repository: `s3:${settings['S3_ENDPOINT'] ?? ''}/${settings['S3_BUCKET'] ?? ''}`,
    environment: {
      AWS_ACCESS_KEY_ID: settings['S3_ACCESS_KEY_ID'] ?? '',
      AWS_SECRET_ACCESS_KEY: settings['S3_SECRET_ACCESS_KEY'] ?? '',
    },
    serverSeconds: () => 0,
    storedBytes: () => Promise.resolve(0),
    stop: () => Promise.resolve(),
  });
