import type { ServerPlace } from './server-place.js';
import { sqliteFsPlace } from './sqlite-fs-place.js';

const stacks = {
  'sqlite-fs': async (dataDir: string) => sqliteFsPlace(dataDir),
  // Loaded where it is chosen: its libraries are large.
  'postgres-s3': async () => (await import('./postgres-s3-place.js')).postgresS3Place(),
} satisfies Readonly<Record<string, (dataDir: string) => Promise<ServerPlace>>>;

type StackName = keyof typeof stacks;

const isStackName = (text: string): text is StackName => Object.hasOwn(stacks, text);

/** What the servers of this run stand on; nothing else asks for `SVC_TEST_STACK`. */
const stackName = ((): StackName => {
  const chosen = process.env['SVC_TEST_STACK'] ?? 'sqlite-fs';
  if (!isStackName(chosen)) throw new Error(`SVC_TEST_STACK must be one of ${Object.keys(stacks).join(', ')}`);
  return chosen;
})();

/** Who answers signed URLs: the server itself or the storage. */
export const signedUrls = stackName === 'postgres-s3' ? 'external' : 'own';

/** Whether several servers can share a place. */
export const severalServers = stackName === 'postgres-s3';

/** A place of the chosen stack that no server has used; `dataDir` is the first server's. */
export const newPlace = (dataDir: string): Promise<ServerPlace> => stacks[stackName](dataDir);
