import { createNodeCodec } from '@svc/codec-node';
import { createApplication, portableHasher, type Application } from '@svc/core';
import { createMemoryBlobStore, createMemoryUnitOfWork } from '@svc/core/memory';
import { randomBytes, randomUUID } from 'node:crypto';

/** The service over memory, so that this example needs nothing; the reference server shows a database and a file system in its place. */
export const createInMemoryApplication = async (baseUrl: string): Promise<Application> => {
  const linkKeys = [{ id: 'k1', secret: randomBytes(32) }];
  return createApplication({
    unitOfWork: createMemoryUnitOfWork(),
    blobs: createMemoryBlobStore({ baseUrl, linkKeys }),
    clock: { now: () => Date.now() },
    random: { uuid: () => randomUUID(), bytes: (count) => randomBytes(count) },
    hasher: portableHasher,
    codec: await createNodeCodec(),
    identityProvider: undefined,
    settings: { baseUrl, linkKeys, defaultPlan: 'developer' },
  });
};
