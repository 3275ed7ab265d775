import { ok, type Result, type ResultAsync, safeTry } from 'neverthrow';
import type { BadRequest } from '../../model/app-error.js';
import { bucketAddress, type GivenAddress } from '../../model/storage-connections/bucket-address.js';
import type { ConnectionScope, StorageConnection } from '../../model/storage-connections/storage-connection.js';
import type { Ports } from '../../ports/ports.js';
import type { SecretBox } from '../../ports/secret-box.js';
import { bucketAccess, type GivenAccess } from './bucket-access.js';
import { sealAccess } from './sealed-access.js';

/** What may be taken away by `null`. */
type Removable = 'endpoint' | 'kmsKeyId' | 'storageClass';

type ChangedAddress = {
  readonly [Field in keyof GivenAddress]?: GivenAddress[Field] | (Field extends Removable ? null : never) | undefined;
};

/** What is omitted stays as it is, the secret too; `null` takes away what may be absent. */
export interface UpdateConnection {
  readonly name?: string | undefined;
  readonly scope?: ConnectionScope | undefined;
  readonly address?: ChangedAddress | undefined;
  readonly access?: GivenAccess | undefined;
}

const changed = <T>(before: T | undefined, given: T | null | undefined): T | undefined =>
  given === undefined ? before : (given ?? undefined);

const changedAddress = (
  { address: before }: StorageConnection,
  { address: given = {} }: UpdateConnection,
): Result<StorageConnection['address'], BadRequest> =>
  bucketAddress({
    provider: given.provider ?? before.provider,
    endpoint: changed(before.endpoint, given.endpoint),
    region: given.region ?? before.region,
    bucket: given.bucket ?? before.bucket,
    prefix: given.prefix ?? before.prefix,
    pathStyle: given.pathStyle ?? before.pathStyle,
    tlsVerify: given.tlsVerify ?? before.tlsVerify,
    kmsKeyId: changed(before.kmsKeyId, given.kmsKeyId),
    storageClass: changed(before.storageClass, given.storageClass),
  });

const isSame = (one: StorageConnection, other: StorageConnection): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The connection with the changes and the next revision, its health still the old one; undefined when they change nothing. */
export const changedConnection = (
  { random, clock }: Pick<Ports, 'random' | 'clock'>,
  secretBox: SecretBox,
  before: StorageConnection,
  command: UpdateConnection,
): ResultAsync<StorageConnection | undefined, BadRequest> =>
  safeTry(async function* () {
    const address = yield* changedAddress(before, command);
    const given = yield* bucketAccess(command.access ?? {}, before.access, address.provider, random);
    const { name = before.name, scope = before.scope } = command;
    const access = await sealAccess(secretBox, before, given);
    const after = { ...before, name, scope, address, access };
    if (isSame(before, after)) return ok(undefined);
    return ok({ ...after, revision: before.revision + 1, updatedAt: clock.now() });
  });
