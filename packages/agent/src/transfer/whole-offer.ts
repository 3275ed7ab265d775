import type { LfsBatchEntry } from '@svc/client';
import type { Oid } from '@svc/core';
import { maxFetchedWholeBytes, maxSmallBytes } from '@svc/core/model';
import type { KnownPlace } from '../pull/whole-object.js';
import type { Action } from './message.js';

const objectUrlField = 'svc-object-url';
const verifyUrlField = 'svc-verify-url';

interface OfferedUrls {
  readonly objectUrl: string | undefined;
  readonly verifyUrl: string | undefined;
  readonly header: Readonly<Record<string, string>>;
}

/**
 * The header of the action is all that git-lfs passes on of what the service says of one object, so the service puts its URLs for a small one there
 * (docs/adr/0009). `header`: what has to go along with the bytes, which a credential never does.
 */
const urlsIn = (action: Action | undefined): OfferedUrls => {
  const header: Record<string, string> = {};
  for (const [name, text] of Object.entries(action?.header ?? {})) header[name.toLowerCase()] = text;
  const { [objectUrlField]: objectUrl, [verifyUrlField]: verifyUrl, authorization: _credential, ...along } = header;
  return { objectUrl, verifyUrl, header: along };
};

/** Where the service has said that a small object goes in one piece. */
export const offeredEntry = (oid: Oid, sizeBytes: number, action: Action | undefined): LfsBatchEntry | undefined => {
  const { objectUrl, verifyUrl, header } = urlsIn(action);
  if (objectUrl === undefined || verifyUrl === undefined || sizeBytes > maxSmallBytes) return undefined;
  return { oid, sizeBytes, action: { href: objectUrl, header }, verify: { href: verifyUrl, header: {} }, error: undefined };
};

/** Where the service has said that a small object is in one piece. */
export const offeredPlace = (oid: Oid, sizeBytes: number, action: Action | undefined): KnownPlace | undefined => {
  const { objectUrl: downloadUrl } = urlsIn(action);
  if (downloadUrl === undefined || sizeBytes > maxFetchedWholeBytes) return undefined;
  return { kind: 'url', oid, sizeBytes, downloadUrl };
};
