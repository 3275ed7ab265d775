import { sha256 } from '../client/test-object.js';
import type { ServerPlace } from '../server/server-place.js';

/** What is wrong with the blob of a visible object, or undefined when it holds exactly the object. */
export const faultOfBlob = async (
  place: ServerPlace,
  repositoryId: string,
  oid: string,
  size: number,
): Promise<string | undefined> => {
  const bytes = await place.blob(`repositories/${repositoryId}/objects/${oid.slice(0, 2)}/${oid.slice(2, 4)}/${oid}`);
  if (bytes === undefined) return `${oid} is visible and has no bytes`;
  if (bytes.byteLength !== size) return `${oid} is visible with ${size} bytes and has ${bytes.byteLength}`;
  return sha256(bytes) === oid ? undefined : `${oid} is visible and its bytes hash to something else`;
};
