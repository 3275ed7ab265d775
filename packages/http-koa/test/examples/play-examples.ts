import { createMemoryBlobStore } from '@svc/core/memory';
import { type Acme, startAcme } from '../support/acme.js';
import {
  playComparison,
  playIndex,
  playLfs,
  playLineage,
  playRemovals,
  playSnapshots,
  playTree,
  playUploads,
} from './objects.js';
import { playBilling, playReports, playRepository, playStorage, playWebhooks } from './organization.js';
import { playPeople } from './people.js';
import type { Play } from './recorder.js';
import type { Scene } from './scene.js';

/** A service on which every endpoint has something to do: objects of some bytes come in parts already, and there is an agent to hand out. */
export const startExampleService = (): Promise<Acme> =>
  startAcme({
    agentPackage: { version: '0.1.0', tarball: Buffer.from('the bytes of the tarball') },
    ports: (ports) => ({
      ...ports,
      blobs: createMemoryBlobStore({ ...ports.settings, maxSinglePutBytes: 64, parts: { maxPartBytes: 64 } }),
    }),
  });

/** Sends at least one request to every endpoint, each of which finds what it is about. */
export const playExamples = async (acme: Acme, play: Play): Promise<void> => {
  const { world, owner, organization } = acme;
  const scene: Scene = { ...acme, play, repository: await world.repository(owner, organization, { name: 'Models' }) };
  await playPeople(scene);
  await playStorage(scene);
  await playRepository(scene);
  await playUploads(scene);
  await playRemovals(scene);
  await playLfs(scene);
  await playTree(scene);
  await playIndex(scene);
  await playLineage(scene);
  await playSnapshots(scene);
  await playWebhooks(scene);
  await playReports(scene);
  await playComparison(scene);
  await playBilling(scene);
};
