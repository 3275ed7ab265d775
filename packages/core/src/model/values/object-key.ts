import { type Brand, trusted } from './brand.js';
import { isId, type RepositoryId, type StorageConnectionId, type UploadSessionId } from './ids.js';
import { isOid, type Oid } from './oid.js';

/** Where a blob lies inside a store: `/`-separated segments of `[A-Za-z0-9._-]`, no leading slash. */
export type ObjectKey = Brand<string, 'ObjectKey'>;

/** The prefix that all keys of one repository share; made by the service, it holds the repository's id. */
export type StorageNamespace = Brand<string, 'StorageNamespace'>;

/**
 * The namespace of a repository's own: in the service's storage, or in the bucket that a storage connection leads to. It is made once and never moves,
 * so a key alone says where its bytes are, and what happens to a connection cannot lead one repository to the bytes of another.
 */
export const namespaceOf = (repositoryId: RepositoryId, connectionId: StorageConnectionId | undefined): StorageNamespace =>
  trusted<StorageNamespace>(
    connectionId === undefined ? `repositories/${repositoryId}` : `connections/${connectionId}/repositories/${repositoryId}`,
  );

/** The connection that leads to what lies below the namespace or key; undefined for what lies in the service's own storage. */
export const connectionOf = (place: StorageNamespace | ObjectKey): StorageConnectionId | undefined => {
  const [root, connectionId = ''] = place.split('/', 2);
  return root === 'connections' && isId<StorageConnectionId>(connectionId) ? connectionId : undefined;
};

const maxObjectKeyLength = 768;
const keyPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,254}(?:\/[A-Za-z0-9][A-Za-z0-9._-]{0,254})*$/;

export const isObjectKey = (text: string): text is ObjectKey => text.length <= maxObjectKeyLength && keyPattern.test(text);

/** A text of parsed values is a key already: a batch makes hundreds, and looking each of them through again costs more than the rest of it. */
const key = (text: string): ObjectKey => trusted<ObjectKey>(text);

/** Spec 1: `<storage_namespace>/objects/<oid[0:2]>/<oid[2:4]>/<oid>`. Only verified bytes ever lie here. */
export const objectKey = (namespace: StorageNamespace, oid: Oid): ObjectKey =>
  key(`${namespace}/objects/${oid.slice(0, 2)}/${oid.slice(2, 4)}/${oid}`);

/** Where an upload URL may write: a place of its own for each session, so that no URL can reach a final key. */
export const stagingKey = (namespace: StorageNamespace, sessionId: UploadSessionId, oid: Oid): ObjectKey =>
  key(`${namespace}/staging/${sessionId}/${oid}`);

/** The repository to whose namespace the key belongs; undefined for a key of another shape. */
export const repositoryOfKey = (candidate: ObjectKey): RepositoryId | undefined => {
  const [root, first = '', folder, second = ''] = candidate.split('/', 4);
  const repositoryId = root === 'repositories' ? first : second;
  const isKnown = root === 'repositories' || (root === 'connections' && folder === 'repositories');
  return isKnown && isId<RepositoryId>(repositoryId) ? repositoryId : undefined;
};

/** What a staging key is for; undefined for any other key. */
export const parseStagingKey = (
  candidate: ObjectKey,
): { readonly repositoryId: RepositoryId; readonly sessionId: UploadSessionId; readonly oid: Oid } | undefined => {
  const [oid = '', sessionId = '', folder] = candidate.split('/').reverse();
  const repositoryId = repositoryOfKey(candidate);
  if (folder !== 'staging' || repositoryId === undefined || !isId<UploadSessionId>(sessionId) || !isOid(oid)) return undefined;
  return { repositoryId, sessionId, oid };
};

/** Whether the key is a staging one. */
export const isStagingKey = (candidate: ObjectKey): boolean => candidate.split('/').at(-3) === 'staging';

/** Everything that one session has staged. */
export const stagingPrefix = (namespace: StorageNamespace, sessionId: UploadSessionId): ObjectKey =>
  key(`${namespace}/staging/${sessionId}`);

/** Whether the key is of a file of a chunk tree: clients name those, and may name one as an object or a staged blob is. */
const isTreeKey = (candidate: ObjectKey): boolean => candidate.includes('/cas/');

/** The oid that a final key promises, or undefined when the key is not a final key. */
export const oidOfObjectKey = (candidate: ObjectKey): Oid | undefined => {
  if (isTreeKey(candidate)) return undefined;
  const [oid, second, first, folder] = candidate.split('/').reverse();
  if (oid === undefined || folder !== 'objects' || !isOid(oid)) return undefined;
  return first === oid.slice(0, 2) && second === oid.slice(2, 4) ? oid : undefined;
};

const blockNamesEnding = '.blocks';

/** The oid of the object whose blob, staged or final, is to lie at the key; undefined of any other key. */
export const oidOfBlob = (candidate: ObjectKey): Oid | undefined => {
  if (isTreeKey(candidate)) return undefined;
  const last = candidate.slice(candidate.lastIndexOf('/') + 1);
  return oidOfObjectKey(candidate) ?? (isStagingKey(candidate) && isOid(last) ? last : undefined);
};

/** Where a store keeps the block names of an object's blob, staged or final: beside it. Undefined of any other blob, which has none. */
export const blockNamesKey = (blob: ObjectKey): ObjectKey | undefined =>
  oidOfBlob(blob) === undefined ? undefined : key(`${blob}${blockNamesEnding}`);

/** The blob beside which block names lie at the key; undefined of any other key. */
export const blobOfBlockNames = (candidate: ObjectKey): ObjectKey | undefined => {
  if (!candidate.endsWith(blockNamesEnding)) return undefined;
  const blob = key(candidate.slice(0, -blockNamesEnding.length));
  return oidOfBlob(blob) === undefined ? undefined : blob;
};
