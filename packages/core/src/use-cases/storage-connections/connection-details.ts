import type { AuditValue } from '../../model/audit-event.js';
import type { StorageConnection } from '../../model/storage-connections/storage-connection.js';

/** What the audit log tells of a connection: what it is meant for, where it leads and how the service proves who it is, but no secret. */
export const connectionDetails = ({
  name,
  scope,
  address,
  access,
}: StorageConnection): Readonly<Record<string, AuditValue | undefined>> => ({
  name,
  scope,
  provider: address.provider,
  endpoint: address.endpoint,
  region: address.region,
  bucket: address.bucket,
  prefix: address.prefix,
  path_style: address.pathStyle,
  tls_verify: address.tlsVerify,
  kms_key_id: address.kmsKeyId,
  storage_class: address.storageClass,
  auth_method: access.method,
  ...(access.method === 'access_keys' ? { access_key_id: access.accessKeyId } : { role_arn: access.roleArn }),
});
