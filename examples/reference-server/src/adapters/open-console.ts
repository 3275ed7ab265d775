import { type Console, createConsole } from '@svc/console';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config, StorageSettings } from '../config/config.js';
import { version } from '../version.js';

/** Where the signed URLs of a bucket lead to. */
const originsOf = (storage: StorageSettings): readonly string[] => {
  if (storage.kind === 'fs') return [];
  const { endpoint = `https://s3.${storage.region}.amazonaws.com`, bucket, pathStyle } = storage;
  const { protocol, host } = new URL(endpoint);
  return [`${protocol}//${pathStyle ? host : `${bucket}.${host}`}`];
};

/** The console over the pages that lie in the folder of the server's bundle; undefined where none do, as in the sources. */
export const openConsole = (config: Config, folder: string): Console | undefined => {
  const pages = join(folder, 'console');
  if (!existsSync(pages)) return undefined;
  const { oidc, oidcConsoleClientId: clientId, baseUrl } = config;
  return createConsole({
    baseUrl,
    pages,
    version,
    storageOrigins: [...originsOf(config.storage), ...config.consoleConnectOrigins],
    signIn: oidc === undefined || clientId === undefined ? undefined : { ...oidc, clientId },
  });
};
