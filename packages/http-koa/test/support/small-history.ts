import { createHash } from 'node:crypto';
import type { WireHistory } from '@svc/test-services/git-repository';

const idOf = (type: string, bytes: Buffer): string =>
  createHash('sha1').update(`${type} ${bytes.byteLength}\0`).update(bytes).digest('hex');

/** A history of one commit with one file, always the same; `salt` makes another commit of the same tree. */
export const smallHistory = (salt = ''): WireHistory & { readonly tip: string } => {
  const blob = Buffer.from('# Models\n');
  const blobId = idOf('blob', blob);
  const tree = Buffer.concat([Buffer.from('100644 README.md\0'), Buffer.from(blobId, 'hex')]);
  const person = 'Ada <ada@example.test> 1767225600 +0100';
  const raw = Buffer.from(`tree ${idOf('tree', tree)}\nauthor ${person}\ncommitter ${person}\n\nDescribe the models${salt}\n`);
  const tip = idOf('commit', raw);
  return {
    tip,
    commits: [{ id: tip, raw: raw.toString('base64') }],
    objects: [{ id: blobId, size: blob.byteLength }],
    trees: [{ commit: tip, changes: [['README.md', '100644', blobId]], is_last: true }],
  };
};
