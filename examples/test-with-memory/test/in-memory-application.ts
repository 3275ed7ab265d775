import { type Application, createApplication, type Organization, portableHasher } from '@svc/core';
import { portableCodec } from '@svc/core/chunking';
import { createCountedRandom, createFixedClock, createMemoryBlobStore, createMemoryUnitOfWork } from '@svc/core/memory';

/** The whole service in memory: real rules, a clock that stands still, ids that count up. Made anew for each test. */
export const createInMemoryApplication = (): Application => {
  const baseUrl = 'https://svc.test';
  const linkKeys = [{ id: 'k1', secret: new Uint8Array(32) }];
  return createApplication({
    unitOfWork: createMemoryUnitOfWork(),
    blobs: createMemoryBlobStore({ baseUrl, linkKeys }),
    clock: createFixedClock(),
    random: createCountedRandom(),
    hasher: portableHasher,
    codec: portableCodec(),
    identityProvider: undefined,
    settings: { baseUrl, linkKeys, defaultPlan: 'developer' },
  });
};

const origin = { address: '127.0.0.1', userAgent: undefined };

/** A person with a session, and an organization of theirs. */
export const addOwner = async (
  application: Application,
  email: string,
): Promise<{ credential: string; organization: Organization }> => {
  (await application.operator.addUser({ email }))._unsafeUnwrap();
  const { secret } = (await application.operator.createSession({ email, lifetimeMs: 3_600_000 }))._unsafeUnwrap();
  const caller = (await application.authenticate(secret, origin))._unsafeUnwrap();
  const created = await application.organizations.create(application.authorize.signedIn(caller), { name: `Team of ${email}` });
  return { credential: secret, organization: created._unsafeUnwrap() };
};
