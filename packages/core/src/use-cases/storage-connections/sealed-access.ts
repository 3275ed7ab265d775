import type { BucketAccess, StorageConnection } from '../../model/storage-connections/storage-connection.js';
import type { BucketLogin } from '../../ports/bucket-connector.js';
import type { SecretBox } from '../../ports/secret-box.js';
import type { GivenSecret } from './bucket-access.js';

type Place = Pick<StorageConnection, 'id' | 'organizationId'>;

/** The one place where a connection's secret belongs: moved to another row or organization it does not open. */
const secretContext = ({ id, organizationId }: Place): string => `storage_connections|${id}|${organizationId}|secret_access_key`;

/** The access as it is stored. */
export const sealAccess = async (
  secretBox: SecretBox,
  place: Place,
  access: BucketAccess<GivenSecret>,
): Promise<BucketAccess<string>> => {
  if (access.method === 'assume_role') return access;
  const { secretAccessKey: secret } = access;
  const sealed = 'sealed' in secret ? secret.sealed : await secretBox.seal(secret.plain, secretContext(place));
  return { ...access, secretAccessKey: sealed };
};

/** What the connector needs; undefined when the secret cannot be opened any more. */
export const openLogin = async (
  secretBox: SecretBox,
  connection: Pick<StorageConnection, 'id' | 'organizationId' | 'address' | 'access'>,
): Promise<BucketLogin | undefined> => {
  const { address, access } = connection;
  if (access.method === 'assume_role') return { address, access };
  const secretAccessKey = await secretBox.open(access.secretAccessKey, secretContext(connection));
  return secretAccessKey === undefined ? undefined : { address, access: { ...access, secretAccessKey } };
};

/** The access sealed by the newest key; undefined when it is already, or cannot be opened. */
export const resealAccess = async (
  secretBox: SecretBox,
  connection: StorageConnection,
): Promise<BucketAccess<string> | undefined> => {
  const { access } = connection;
  if (access.method === 'assume_role' || !secretBox.isOutdated(access.secretAccessKey)) return undefined;
  const plain = await secretBox.open(access.secretAccessKey, secretContext(connection));
  return plain === undefined ? undefined : sealAccess(secretBox, connection, { ...access, secretAccessKey: { plain } });
};
