import type { MemoryBucket } from '../../src/memory/memory-buckets.js';
import type { Caller } from '../../src/model/permissions/caller.js';
import type { PlanId } from '../../src/model/quotas/plan.js';
import type { StorageConnection } from '../../src/model/storage-connections/storage-connection.js';
import type { OrganizationId } from '../../src/model/values/index.js';
import type { CreateConnection } from '../../src/use-cases/storage-connections/create-connection.js';
import { createOrganization, createRepository, organizationGrant } from './organization-setting.js';
import { createWorld, valueOf, type World } from './world.js';

export const endpoint = 'https://s3.example.test';
export const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';

/** The bucket that `connectionCommand` leads to. */
export const addBucket = (world: World, bucket = 'models'): MemoryBucket =>
  world.buckets.add({ endpoint, bucket, accessKeyId: 'AKID', secretAccessKey: secret });

export const connectionCommand = (
  address: Partial<CreateConnection['address']> = {},
  access: Partial<CreateConnection['access']> = {},
): CreateConnection => ({
  name: 'Ours',
  address: { provider: 'minio', endpoint, bucket: 'models', prefix: 'svc', ...address },
  access: { authMethod: 'access_keys', accessKeyId: 'AKID', secretAccessKey: secret, ...access },
});

/** An owner and an organization, and what the owner may do with its connections. */
export const byosSetting = async (plan: PlanId = 'business') => {
  const world = createWorld(plan);
  const owner = await world.signIn('owner@svc.test');
  const organization = await createOrganization(world, owner, 'Acme');
  const manage = await organizationGrant(world, owner, organization.id, 'storage.manage');
  const read = await organizationGrant(world, owner, organization.id, 'storage.read');
  return { world, owner, organization, manage, read, connections: world.application.storageConnections };
};

/** A repository in the bucket of the connection, and the right to push to it. */
export const byosRepository = async (
  world: World,
  owner: Caller,
  organizationId: OrganizationId,
  { id: storageConnectionId }: StorageConnection,
  name = 'Models',
) => {
  const repository = await createRepository(world, owner, organizationId, { name, storageMode: 'byos', storageConnectionId });
  return { repository, push: await world.grant(owner, repository.id, 'repository.push') };
};

/** All keys in the bucket. */
export const keysIn = async (
  { blobs }: MemoryBucket,
  prefix: Parameters<MemoryBucket['blobs']['list']>[0],
): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of blobs.list(prefix)) keys.push(key);
  return keys.sort();
};

/** A healthy connection to a new bucket. */
export const healthyConnection = async (setting: Awaited<ReturnType<typeof byosSetting>>, bucket = 'models') => ({
  bucket: addBucket(setting.world, bucket),
  connection: valueOf(await setting.connections.create(setting.manage, connectionCommand({ bucket }))),
});
