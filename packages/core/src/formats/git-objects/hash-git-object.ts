import type { GitId, GitObjectFormat } from '../../model/git-index/git-id.js';
import { trusted } from '../../model/values/brand.js';
import type { Hasher } from '../../ports/hasher.js';

const encoder = new TextEncoder();

/** The id that Git gives to an object of these bytes. */
export const hashGitObject = (
  hasher: Pick<Hasher, 'sha1' | 'sha256'>,
  format: GitObjectFormat,
  type: 'commit' | 'tree' | 'blob',
  bytes: Uint8Array,
): GitId => {
  const hash = hasher[format]();
  hash.update(encoder.encode(`${type} ${bytes.byteLength}\0`));
  hash.update(bytes);
  return trusted<GitId>(hash.digestHex());
};
