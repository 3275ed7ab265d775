export const jsonType = 'application/json';
export const lfsType = 'application/vnd.git-lfs+json';
export const bytesType = 'application/octet-stream';

const lfsPath = /^\/api\/v1\/repositories\/[^/]+\/lfs(?:\/|$)/;

/**
 * Whether a path, real or of a row, belongs to the Git LFS protocol, whose clients send their credential as a password and read errors
 * from the top level of the body.
 */
export const speaksLfs = (path: string): boolean => lfsPath.test(path);
