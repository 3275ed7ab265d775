import { nodeHasher } from '@svc/hasher-node';
import type { Result } from 'neverthrow';
import { AsyncLocalStorage } from 'node:async_hooks';
import { type Granted, grantSignedIn } from '../../src/access/grant.js';
import { createApplication } from '../../src/application.js';
import { routingBlobStore } from '../../src/blob-store/routing-blob-store.js';
import { createCountedRandom } from '../../src/memory/counted-random.js';
import { createFixedClock } from '../../src/memory/fixed-clock.js';
import { createMemoryBlobStore, type MemoryBlobStoreOptions } from '../../src/memory/memory-blob-store.js';
import { createMemoryBuckets } from '../../src/memory/memory-buckets.js';
import { createMemoryMailer } from '../../src/memory/memory-mailer.js';
import { createMemorySecretBox } from '../../src/memory/memory-secret-box.js';
import { createMemoryUnitOfWork } from '../../src/memory/memory-unit-of-work.js';
import { createMemoryWebhookSender } from '../../src/memory/memory-webhook-sender.js';
import type { TransactionMark } from '../../src/memory/transaction-context.js';
import type { Caller } from '../../src/model/permissions/caller.js';
import type { RepositoryPermission } from '../../src/model/permissions/permission.js';
import type { Role } from '../../src/model/permissions/role.js';
import type { Limits } from '../../src/model/quotas/limits.js';
import type { PlanId } from '../../src/model/quotas/plan.js';
import { createVerifications } from '../../src/steps/verification/verifications.js';
import type { RepositoryVisibility } from '../../src/model/repository.js';
import { isOid, isSlug, type ObjectKey, type Oid, type RepositoryId, type Slug } from '../../src/model/values/index.js';
import { createOpenConnection } from '../../src/use-cases/storage-connections/open-connection.js';
import { plainCodec } from './plain-codec.js';

/** The value of a result that a test expects to be Ok. */
export const valueOf = <T, E>(result: Result<T, E>): T => {
  if (result.isErr()) throw new Error(`expected Ok, got ${JSON.stringify(result.error)}`);
  return result.value;
};

/** The error of a result that a test expects to be Err. */
export const errorOf = <T, E>(result: Result<T, E>): E => {
  if (result.isOk()) throw new Error(`expected Err, got ${JSON.stringify(result.value)}`);
  return result.error;
};

const encoder = new TextEncoder();
export const bytesOf = (text: string): Uint8Array => encoder.encode(text);

/** The oid of a text's UTF-8 bytes. */
export const oidOf = (text: string): Oid => {
  const hash = nodeHasher.sha256();
  hash.update(bytesOf(text));
  const oid = hash.digestHex();
  if (!isOid(oid)) throw new Error('a digest is an oid');
  return oid;
};

/** An object as a client names it. */
export const objectOf = (text: string): { readonly oid: Oid; readonly sizeBytes: number } => ({
  oid: oidOf(text),
  sizeBytes: bytesOf(text).byteLength,
});

export const slug = (text: string): Slug => {
  if (!isSlug(text)) throw new Error(`${text} is no slug`);
  return text;
};

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield await Promise.resolve(bytes);
}

/** One for all worlds: Node spends time on each that was ever used, at every promise of the process. */
const transactionContext = new AsyncLocalStorage<TransactionMark>();

interface WorldOptions extends Pick<MemoryBlobStoreOptions, 'maxSinglePutBytes' | 'parts' | 'blockHasher'> {
  /** Without it the service has no mailer. */
  readonly sendsMail?: boolean;
  /** Other than the default ones. */
  readonly bounds?: Partial<Limits>;
  /** Whether the collector removes anything. */
  readonly gcReclaim?: boolean;
  /** From how many chunks on an index is sparse. */
  readonly sparseIndexChunks?: number;
}

/** The service over memory adapters, with a fixed clock and counted ids, and with customers' buckets where a test makes them. */
export const createWorld = (
  defaultPlan: PlanId = 'business',
  { sendsMail = true, bounds, gcReclaim, sparseIndexChunks, ...limits }: WorldOptions = {},
) => {
  const linkKeys = [{ id: 'k1', secret: new Uint8Array(32).fill(7) }];
  const baseUrl = 'https://svc.test';
  const clock = createFixedClock();
  const unitOfWork = createMemoryUnitOfWork({ transactionContext });
  const random = createCountedRandom();
  const buckets = createMemoryBuckets({ baseUrl, linkKeys, hasher: nodeHasher });
  const secretBox = createMemorySecretBox({ keys: linkKeys, random: createCountedRandom(1) });
  const managed = createMemoryBlobStore({ baseUrl, linkKeys, hasher: nodeHasher, ...limits });
  const blobs = routingBlobStore(managed, createOpenConnection({ unitOfWork, connector: buckets, secretBox }));
  const settings = { baseUrl, linkKeys, defaultPlan, limits: bounds, gcReclaim, sparseIndexChunks };
  const mailer = createMemoryMailer();
  const webhookSender = createMemoryWebhookSender();
  const ports = {
    unitOfWork,
    blobs,
    clock,
    random,
    hasher: nodeHasher,
    codec: plainCodec,
    identityProvider: undefined,
    connector: buckets,
    secretBox,
    mailer: sendsMail ? mailer : undefined,
    webhookSender,
    settings,
    verifications: createVerifications({ clock, settings }),
  };
  const application = createApplication(ports);

  const signIn = async (email: string): Promise<Caller> => {
    (await application.operator.addUser({ email })).unwrapOr(undefined);
    const { secret } = valueOf(await application.operator.createSession({ email, lifetimeMs: 1e12 }));
    return valueOf(await application.authenticate(secret, { address: '192.0.2.1', userAgent: 'test' }));
  };

  return {
    application,
    ports,
    clock,
    blobs,
    /** What the service's own storage holds. */
    managed,
    buckets,
    mailer,
    webhookSender,
    unitOfWork,
    signIn,
    /** Stores bytes at a key, as an upload URL does. */
    put: async (key: ObjectKey, text: string) => valueOf(await blobs.write(key, once(bytesOf(text)), bytesOf(text).byteLength)),
    read: async (key: ObjectKey): Promise<string> => {
      const { body } = valueOf(await blobs.read(key));
      const decoder = new TextDecoder();
      let text = '';
      for await (const chunk of body) text += decoder.decode(chunk, { stream: true });
      return text;
    },
    addMember: async (email: string, organization: string, role: Role): Promise<Caller> => {
      const caller = await signIn(email);
      valueOf(await application.operator.setMember({ email, organization: slug(organization), role }));
      return caller;
    },
    grant: async <P extends RepositoryPermission>(
      caller: Caller,
      repositoryId: RepositoryId,
      permission: P,
    ): Promise<Granted<P>> => valueOf(await application.authorize.repository(caller, repositoryId, permission)),
  };
};
export type World = ReturnType<typeof createWorld>;

/** An owner with an organization `acme` and one repository in it. */
export const withRepository = async (world: World, visibility: RepositoryVisibility = 'PRIVATE') => {
  const { application } = world;
  const owner = await world.signIn('owner@acme.test');
  valueOf(await application.organizations.create(grantSignedIn(owner), { name: 'Acme' }));
  const organization = valueOf(await application.authorize.organization(owner, slug('acme'), 'repositories.create'));
  const repository = valueOf(await application.repositories.create(organization, { name: 'Models', visibility }));
  return {
    owner,
    organization: organization.organization,
    repository,
    push: await world.grant(owner, repository.id, 'repository.push'),
  };
};
