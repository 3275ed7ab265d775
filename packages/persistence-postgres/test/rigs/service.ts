import { type Application, type Caller, createApplication, type Granted, isSlug, portableHasher, type Slug } from '@svc/core';
import type { PlanId, RepositoryId } from '@svc/core/model';
import type { BlobStore, Clock, UnitOfWork } from '@svc/core/ports';
import { portableCodec } from '@svc/core/chunking';
import { createMemoryBlobStore } from '@svc/core/memory';
import { randomBytes, randomUUID } from 'node:crypto';
import type { Result } from 'neverthrow';

/** The value of a result that a test expects to be Ok. */
export const valueOf = <T, E>(result: Result<T, E>): T => {
  if (result.isErr()) throw new Error(`expected Ok, got ${JSON.stringify(result.error)}`);
  return result.value;
};

export const slugOf = (text: string): Slug => {
  if (!isSlug(text)) throw new Error(`${text} is no slug`);
  return text;
};

const linkKeys = [{ id: 'k1', secret: new Uint8Array(32).fill(1) }];
const baseUrl = 'https://svc.test';

/** A store in the memory of this process, which all services of a test share as processes share a bucket. */
export const sharedBlobs = (): BlobStore => createMemoryBlobStore({ baseUrl, linkKeys });

/** What one process of the service is, but for its HTTP. */
export const createService = (
  unitOfWork: UnitOfWork,
  clock: Clock,
  blobs: BlobStore = sharedBlobs(),
  defaultPlan: PlanId = 'business',
): Application =>
  createApplication({
    unitOfWork,
    blobs,
    clock,
    random: { bytes: (count) => randomBytes(count), uuid: () => randomUUID() },
    hasher: portableHasher,
    codec: portableCodec(),
    identityProvider: undefined,
    settings: { baseUrl, linkKeys, defaultPlan, gcReclaim: true },
  });

export interface Somebody {
  readonly owner: Caller;
  readonly slug: Slug;
  readonly repositoryId: RepositoryId;
  readonly push: Granted<'repository.push'>;
}

/** A user who owns an organization with one repository. */
export const somebody = async (service: Application, name = `user-${randomUUID().slice(0, 13)}`): Promise<Somebody> => {
  const email = `${name}@svc.test`;
  valueOf(await service.operator.addUser({ email }));
  const { secret } = valueOf(await service.operator.createSession({ email, lifetimeMs: 3_600_000 }));
  const owner = valueOf(await service.authenticate(secret, { address: '192.0.2.1', userAgent: 'test' }));
  const { slug } = valueOf(await service.organizations.create(service.authorize.signedIn(owner), { name, slug: slugOf(name) }));
  const creating = valueOf(await service.authorize.organization(owner, slug, 'repositories.create'));
  const { id: repositoryId } = valueOf(await service.repositories.create(creating, { name: 'data' }));
  const push = valueOf(await service.authorize.repository(owner, repositoryId, 'repository.push'));
  return { owner, slug, repositoryId, push };
};
