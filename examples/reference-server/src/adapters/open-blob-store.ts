import type { BlobStore, Settings } from '@svc/core';
import { createFsBlobStore } from '@svc/storage-fs';
import type { Logger } from 'pino';
import type { StorageSettings } from '../config/config.js';
import { StartProblem } from '../start-problem.js';

/** Opens the chosen storage of the service's own. `isServer`: this process claims a folder for itself. */
export const openBlobStore = async (
  settings: StorageSettings,
  { baseUrl, linkKeys }: Pick<Settings, 'baseUrl' | 'linkKeys'>,
  _log: Pick<Logger, 'info' | 'warn'>,
  { isServer }: { readonly isServer: boolean },
): Promise<BlobStore> => {
  if (settings.kind === 's3') throw new StartProblem('STORAGE is s3, which this build has no adapter for');
  return createFsBlobStore({ root: settings.root, baseUrl, linkKeys, exclusive: isServer });
};
