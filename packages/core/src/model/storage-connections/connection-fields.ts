import type { BucketAccess } from './storage-connection.js';
import { isId, isObjectKey } from '../values/index.js';

/** What the fields of a connection may hold, each by itself. How they go together says `bucketAddress`. */
export const regionPattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/;
export const storageClassPattern = /^[A-Z][A-Z0-9_]{0,63}$/;
/** Printable ASCII without blanks: what goes into a header field or a signature as it is. */
export const kmsKeyIdPattern = /^[\x21-\x7e]{1,2048}$/;
export const accessKeyIdPattern = /^[\x21-\x7e]{1,128}$/;
export const secretAccessKeyPattern = /^[\x21-\x7e]{1,256}$/;
export const roleArnPattern = /^arn:aws[a-z-]{0,16}:iam::\d{12}:role\/[\w+=,.@/-]{1,512}$/;

export const bucketNamePattern = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const addressPattern = /^\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}$/;

/** The rules of S3, which all providers share: a name that is also a part of a host name, and no address. */
export const isBucketName = (text: string): boolean =>
  bucketNamePattern.test(text) && !text.includes('..') && !addressPattern.test(text);

/** S3 keys have at most 1024 bytes: this, a slash, and the longest key that the service makes. */
export const maxPrefixLength = 255;

/** Whether what begins with it could lie in the namespace of a repository, of this service or of another one, and would go when that is deleted. */
const reachesIntoNamespace = (prefix: string): boolean => {
  const segments = prefix.split('/');
  return segments.some((segment, at) => segment === 'repositories' && isId(segments[at + 1] ?? ''));
};

/** Segments as in keys of the service's own, so that nobody can reach over the edge of the prefix. */
export const isKeyPrefix = (text: string): boolean =>
  text.length <= maxPrefixLength && isObjectKey(text) && !reachesIntoNamespace(text);

export const maxEndpointLength = 2048;

/** `scheme://host[:port]` of an http or https URL that has nothing else, in its canonical spelling; undefined for any other text. */
export const endpointOf = (text: string): string | undefined => {
  if (text.length > maxEndpointLength || !URL.canParse(text)) return undefined;
  const { protocol, username, password, pathname, hostname, origin } = new URL(text);
  if (protocol !== 'http:' && protocol !== 'https:') return undefined;
  const isBare = pathname === '/' && username === '' && password === '' && !/[?#@\\\s]/.test(text);
  return isBare && hostname !== '' ? origin : undefined;
};

export type AuthMethod = BucketAccess<string>['method'];
export const authMethods = ['access_keys', 'assume_role'] as const satisfies readonly AuthMethod[];
