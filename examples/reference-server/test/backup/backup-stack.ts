import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unlimitedRate } from '../bytes/byte-server.js';
import { postgresS3Place } from '../server/postgres-s3-place.js';
import { runCommand } from '../server/run-command.js';
import { type CommandOutcome, type ServerProcess, spawnServer } from '../server/server-process.js';
import type { ServerPlace } from '../server/server-place.js';
import { sqliteFsPlace } from '../server/sqlite-fs-place.js';
import { startServer, type TestServer } from '../server/start-server.js';

/** Those of the server that is backed up: without them its database is of no use. */
const encryptionKeys = `k1:${randomBytes(32).toString('base64')}`;

export const stackNames = ['sqlite-fs', 'postgres-s3'] as const;
export type StackName = (typeof stackNames)[number];

export const otherStack = (name: StackName): StackName => (name === 'sqlite-fs' ? 'postgres-s3' : 'sqlite-fs');

/** A database and a storage of one kind, whatever the run's stack is, on which commands run and servers start. */
export interface BackupStack {
  readonly place: ServerPlace;
  readonly dataDir: string;
  /** The working directory of its commands. */
  readonly folder: string;
  command(...parameters: readonly string[]): Promise<CommandOutcome>;
  /** With these settings on top. */
  commandWith(settings: Readonly<Record<string, string>>, ...parameters: readonly string[]): Promise<CommandOutcome>;
  spawn(...parameters: readonly string[]): ServerProcess;
  serve(): Promise<TestServer>;
  /** Ends its servers, and removes everything. */
  drop(): Promise<void>;
}

export const newStack = async (name: StackName): Promise<BackupStack> => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-backup-'));
  const dataDir = join(folder, 'data');
  const place = name === 'sqlite-fs' ? sqliteFsPlace(dataDir) : await postgresS3Place();
  const environment = {
    ...place.settings,
    DATA_DIR: dataDir,
    ENCRYPTION_KEYS: encryptionKeys,
    DEFAULT_PLAN: 'business',
    ...unlimitedRate,
    LOG_LEVEL: 'warn',
  };
  const servers: TestServer[] = [];
  return {
    place,
    dataDir,
    folder,
    command: (...parameters) => runCommand(parameters, folder, environment),
    commandWith: (settings, ...parameters) => runCommand(parameters, folder, { ...environment, ...settings }),
    spawn: (...parameters) => spawnServer(parameters, folder, environment),
    serve: async () => {
      const server = await startServer({ place, environment });
      servers.push(server);
      return server;
    },
    drop: async () => {
      for (const server of servers) await server.close();
      rmSync(folder, { recursive: true, force: true });
      await place.drop();
    },
  };
};
