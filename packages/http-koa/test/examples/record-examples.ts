import { createMemoryBlobStore } from '@svc/core/memory';
import type { Examples } from '../../src/endpoint/openapi-examples.js';
import { startAcme } from '../support/acme.js';
import { playComparison, playIndex, playLfs, playLineage, playSnapshots, playTree, playUploads } from './objects.js';
import { playBilling, playReports, playRepository, playStorage, playWebhooks } from './organization.js';
import { playPeople } from './people.js';
import { createRecorder } from './recorder.js';
import type { Scene } from './scene.js';

/** A request to every endpoint, and its answer: the clock stands still and ids are counted, so that each run records the same. */
export const recordExamples = async (): Promise<Examples> => {
  const acme = await startAcme({
    agentPackage: { version: '0.1.0', tarball: Buffer.from('the bytes of the tarball') },
    ports: (ports) => ({
      ...ports,
      blobs: createMemoryBlobStore({ ...ports.settings, maxSinglePutBytes: 64, parts: { maxPartBytes: 64 } }),
    }),
  });
  try {
    const { service, world, owner, organization } = acme;
    const { play, recorded } = createRecorder(service.baseUrl);
    const repository = await world.repository(owner, organization, { name: 'Models' });
    const scene: Scene = { ...acme, play, repository };
    await playPeople(scene);
    await playStorage(scene);
    await playRepository(scene);
    await playUploads(scene);
    await playLfs(scene);
    await playTree(scene);
    await playIndex(scene);
    await playLineage(scene);
    await playSnapshots(scene);
    await playWebhooks(scene);
    await playReports(scene);
    await playComparison(scene);
    await playBilling(scene);
    return recorded();
  } finally {
    await acme.service.close();
  }
};
