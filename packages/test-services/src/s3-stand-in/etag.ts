import { createHash } from 'node:crypto';
import type { StoredPart } from './bucket.js';
import type { World } from './world.js';

const always = '0'.repeat(32);

export const etagOf = (world: World, md5: Uint8Array): string =>
  world.tells('etag') ? always : Buffer.from(md5).toString('hex');

/** The MD5 of the parts' MD5s, and their number. */
export const multipartEtag = (world: World, parts: readonly StoredPart[]): string => {
  if (world.tells('etag')) return always;
  const hash = createHash('md5');
  for (const { md5 } of parts) hash.update(md5);
  return `${hash.digest('hex')}-${parts.length}`;
};
