export const jsonType = 'application/json';
export const lfsType = 'application/vnd.git-lfs+json';
export const bytesType = 'application/octet-stream';

const lfsPath = /^\/api\/v1\/repositories\/[^/]+\/lfs(?:\/|$)/;

/** Of Git LFS itself; the rest below `/lfs` is the chunk tree, whose answers are plain JSON (spec 4.13). */
const protocolPath = new RegExp(`${lfsPath.source}(?:$|locks(?:/|$)|objects/(?:batch|[^/]+/verify)$)`);

/** The media type of what a row, by its path, answers with success. */
export const replyTypeOf = (path: string): string => (protocolPath.test(path) ? lfsType : jsonType);

/**
 * Whether a path, real or of a row, belongs to the Git LFS protocol, whose clients send their credential as a password and read errors
 * from the top level of the body.
 */
export const speaksLfs = (path: string): boolean => lfsPath.test(path);
