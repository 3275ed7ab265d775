/**
 * Everything that keeps an object, or its bytes, from being removed. Whatever comes to refer to objects is added here first: the compiler then asks for it
 * wherever keepers are asked, so that none is forgotten.
 *
 * - `registered`: the object's own row, as long as it is there.
 * - `upload`: an open upload session that has the object and may still register it.
 * - `staged`: an LFS session that is over, whose bytes are verified before they are swept.
 * - `verification`: one that was put off, of a manifest in the chunk tree.
 * - `snapshot`: a snapshot, complete or on its way. It keeps what it holds for ever.
 * - `ref`, `release`: a branch, or a tag, of the Git index behind which a commit has the object.
 * - `download`: a link to the bytes that was given. It ends long before the least grace does.
 * - `backup`: a backup that is under way. It keeps all bytes that are there.
 * - `quarantine`: an object that was removed and can still be brought back.
 */
export const keeperKinds = [
  'registered',
  'upload',
  'staged',
  'verification',
  'snapshot',
  'ref',
  'release',
  'download',
  'backup',
  'quarantine',
] as const;
export type KeeperKind = (typeof keeperKinds)[number];

/** Whether an object is removed from all answers that has such a keeper. */
export type RemovalRule = 'refuses' | 'unless_forced' | 'yields';

export const removalRules: Readonly<Record<KeeperKind, RemovalRule>> = {
  registered: 'yields',
  upload: 'refuses',
  staged: 'refuses',
  verification: 'refuses',
  snapshot: 'refuses',
  ref: 'unless_forced',
  release: 'unless_forced',
  download: 'yields',
  backup: 'yields',
  quarantine: 'yields',
};

/** One that keeps an object: the name of a ref or a snapshot, the id of a session. */
export interface Keeper {
  readonly kind: KeeperKind;
  readonly name: string;
}
