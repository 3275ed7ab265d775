import type { AuthMethod } from '../../model/storage-connections/connection-fields.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { err, ok, type Result } from 'neverthrow';
import { badRequest, type BadRequest } from '../../model/app-error.js';
import type { BucketAccess, StorageProvider } from '../../model/storage-connections/storage-connection.js';
import type { RandomSource } from '../../ports/random-source.js';

/** What a request says of how to get into the bucket; on a change, what is omitted stays as it is. */
export interface GivenAccess {
  readonly authMethod?: AuthMethod | undefined;
  readonly accessKeyId?: string | undefined;
  readonly secretAccessKey?: string | undefined;
  readonly roleArn?: string | undefined;
}

/** A secret that was just given, or the one that is kept. */
export type GivenSecret = { readonly plain: string } | { readonly sealed: string };

const externalIdBytes = 20;

/** Made by the service for each connection: a customer's role trusts this id alone, so nobody else's connection gets into that role. */
const newExternalId = (random: RandomSource): string => bytesToHex(random.bytes(externalIdBytes));

const byKeys = (given: GivenAccess, before: BucketAccess<string> | undefined): Result<BucketAccess<GivenSecret>, BadRequest> => {
  if (given.roleArn !== undefined) return err(badRequest('role_arn', 'contradictory'));
  const kept = before?.method === 'access_keys' ? before : undefined;
  const accessKeyId = given.accessKeyId ?? kept?.accessKeyId;
  if (accessKeyId === undefined) return err(badRequest('access_key_id', 'missing'));
  if (given.secretAccessKey !== undefined) {
    return ok({ method: 'access_keys', accessKeyId, secretAccessKey: { plain: given.secretAccessKey } });
  }
  if (kept === undefined) return err(badRequest('secret_access_key', 'missing'));
  return ok({ method: 'access_keys', accessKeyId, secretAccessKey: { sealed: kept.secretAccessKey } });
};

const byRole = (
  given: GivenAccess,
  before: BucketAccess<string> | undefined,
  random: RandomSource,
): Result<BucketAccess<GivenSecret>, BadRequest> => {
  if (given.accessKeyId !== undefined) return err(badRequest('access_key_id', 'contradictory'));
  if (given.secretAccessKey !== undefined) return err(badRequest('secret_access_key', 'contradictory'));
  const kept = before?.method === 'assume_role' ? before : undefined;
  const roleArn = given.roleArn ?? kept?.roleArn;
  if (roleArn === undefined) return err(badRequest('role_arn', 'missing'));
  return ok({ method: 'assume_role', roleArn, externalId: kept?.externalId ?? newExternalId(random) });
};

/**
 * Spec 2.7: keys, or a role that the service assumes. Roles are a thing of AWS. The external id of a role is made with the first of them and stays
 * for as long as the connection gets in by a role.
 */
export const bucketAccess = (
  given: GivenAccess,
  before: BucketAccess<string> | undefined,
  provider: StorageProvider,
  random: RandomSource,
): Result<BucketAccess<GivenSecret>, BadRequest> => {
  const method = given.authMethod ?? before?.method;
  if (method === undefined) return err(badRequest('auth_method', 'missing'));
  if (method === 'access_keys') return byKeys(given, before);
  return provider === 'aws_s3' ? byRole(given, before, random) : err(badRequest('auth_method', 'unsupported'));
};
