import { startStandIn, type StandIn, type StandInOptions } from '@svc/test-services/s3';
import type { S3BlobStoreOptions } from '../../src/s3-blob-store.js';
import { makeS3Store, type S3Scene } from './s3-store.js';

export interface StandInScene extends S3Scene {
  readonly server: StandIn;
}

/** Runs `act` with a store on a server of its own. */
export const withStandIn = async (
  serverOptions: StandInOptions,
  storeOptions: Partial<S3BlobStoreOptions>,
  act: (scene: StandInScene) => Promise<void>,
): Promise<void> => {
  const server = await startStandIn(serverOptions);
  try {
    const scene = await makeS3Store(server, storeOptions);
    try {
      await act({ ...scene, server });
    } finally {
      await scene.close();
    }
  } finally {
    await server.stop();
  }
};
