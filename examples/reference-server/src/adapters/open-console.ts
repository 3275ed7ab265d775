import { type Console, createConsole } from '@svc/console';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config, StorageSettings } from '../config/config.js';
import { version } from '../version.js';

/** Where the signed URLs of a bucket lead to. */
const originsOf = async (storage: StorageSettings): Promise<readonly string[]> => {
  if (storage.kind === 'fs') return [];
  const { bucketUrl } = await import('@svc/storage-s3');
  return [bucketUrl(storage).origin];
};

/** The console over the pages that lie in the folder of the server's bundle; undefined where none do, as in the sources. */
export const openConsole = async (config: Config, folder: string): Promise<Console | undefined> => {
  const pages = join(folder, 'console');
  if (!existsSync(pages)) return undefined;
  const { oidc, oidcConsoleClientId: clientId, baseUrl } = config;
  return createConsole({
    baseUrl,
    pages,
    version,
    storageOrigins: [...(await originsOf(config.storage)), ...config.consoleConnectOrigins],
    signIn: oidc === undefined || clientId === undefined ? undefined : { ...oidc, clientId },
  });
};
