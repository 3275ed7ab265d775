import { err, ok, type Result } from 'neverthrow';
import { type BadRequest, badRequest, invariant, type RefusedPointer } from '../../model/app-error.js';
import { type GitId, gitIdLength } from '../../model/git-index/git-id.js';
import type { GitObject } from '../../model/git-index/git-index.js';
import { isOfBlob } from '../../model/git-index/path-entry.js';
import type { DescribedObject, SentTree } from './sent-trees.js';
import type { LockedSession } from './with-index-session.js';

/** The Git objects that a request names, each with its number. */
export interface NumberedObjects {
  /** By id. */
  readonly all: ReadonlyMap<GitId, GitObject>;
  readonly added: readonly GitObject[];
}

const isSame = (known: GitObject, { sizeBytes, lfs }: DescribedObject): boolean =>
  known.sizeBytes === sizeBytes && known.lfs?.oid === lfs?.oid && known.lfs?.sizeBytes === lfs?.sizeBytes;

/** Of one request: an answer that names them stays small. */
const maxRefusedPointers = 100;

/**
 * An object has one size for ever, so what points to it with another size is no pointer to it. Nor is what the index knows as a plain file, for it may have
 * been taken as one while the object was stored. Of what the index knows as it is described nothing is asked: the object may have come later.
 */
const refuseWrongPointers = async (
  { records, repositoryId }: LockedSession,
  objects: readonly DescribedObject[],
  indexed: ReadonlyMap<GitId, GitObject>,
): Promise<BadRequest | undefined> => {
  const isNew = (object: DescribedObject): boolean => {
    const known = indexed.get(object.id);
    return object.lfs !== undefined && (known === undefined || !isSame(known, object));
  };
  const oids = objects.filter(isNew).flatMap(({ lfs }) => lfs?.oid ?? []);
  if (oids.length === 0) return undefined;
  const stored = await records.objects.findSizes(repositoryId, oids);
  const refused: RefusedPointer[] = [];
  let error: BadRequest | undefined;
  for (const [at, object] of objects.entries()) {
    const { id, lfs } = object;
    if (lfs === undefined || !isNew(object)) continue;
    const known = indexed.get(id);
    const storedBytes = stored.get(lfs.oid);
    const isPlain = known !== undefined && isSame(known, { ...object, lfs: undefined });
    if (storedBytes === lfs.sizeBytes || (storedBytes === undefined && !isPlain)) continue;
    refused.push({ id, ...lfs, storedBytes });
    error ??=
      storedBytes === undefined
        ? badRequest(`objects.${at}.size`, 'contradictory', 'described_otherwise')
        : badRequest(`objects.${at}.lfs.size`, 'contradictory', 'stored_otherwise');
    if (refused.length === maxRefusedPointers) break;
  }
  return error && { ...error, pointers: refused };
};

/** The field of the first id that is none of the format. */
const findForeignId = (
  { session: { objectFormat } }: LockedSession,
  objects: readonly DescribedObject[],
  trees: readonly SentTree[],
): string | undefined => {
  const isForeign = (id: GitId): boolean => id.length !== gitIdLength[objectFormat];
  const describedAt = objects.findIndex(({ id }) => isForeign(id));
  if (describedAt !== -1) return `objects.${describedAt}.id`;
  for (const [at, { commit, changes }] of trees.entries()) {
    if (isForeign(commit)) return `trees.${at}.commit`;
    const changeAt = changes.findIndex(({ file }) => file !== undefined && isForeign(file.id));
    if (changeAt !== -1) return `trees.${at}.changes.${changeAt}`;
  }
  return undefined;
};

/**
 * Gives a number to every object that is described, that changes name, and to the `roots`, trees of commits. What has one keeps it, and what it was
 * described as: another size of it is a contradiction. A file needs an object that is described, here or before.
 */
export const numberObjects = async (
  locked: LockedSession,
  objects: readonly DescribedObject[],
  trees: readonly SentTree[],
  roots: readonly GitId[],
): Promise<Result<NumberedObjects, BadRequest>> => {
  const foreign = findForeignId(locked, objects, trees);
  if (foreign !== undefined) return err(badRequest(foreign, 'malformed'));
  const { records, repositoryId, index } = locked;
  const named = new Set<GitId>([...objects.map(({ id }) => id), ...roots]);
  for (const { changes } of trees) for (const { file } of changes) if (file !== undefined) named.add(file.id);
  const all = new Map(await records.gitIndex.findObjects(repositoryId, [...named]));
  const wrong = await refuseWrongPointers(locked, objects, all);
  if (wrong !== undefined) return err(wrong);
  const added: GitObject[] = [];
  const add = (id: GitId, described: Pick<GitObject, 'sizeBytes' | 'lfs'>): void => {
    const object = { number: index.objectCount + added.length, id, ...described };
    all.set(id, object);
    added.push(object);
  };
  for (const [at, { id, sizeBytes, lfs }] of objects.entries()) {
    const known = all.get(id);
    if (known === undefined) add(id, { sizeBytes, lfs });
    else if (!isSame(known, { id, sizeBytes, lfs })) {
      const isIndexed = known.number < index.objectCount;
      return err(badRequest(`objects.${at}.size`, 'contradictory', isIndexed ? 'described_otherwise' : undefined));
    }
  }
  const isBlob = (id: GitId): boolean => all.get(id)?.sizeBytes !== undefined;
  const undescribed = { sizeBytes: undefined, lfs: undefined };
  for (const id of roots) if (!all.has(id)) add(id, undescribed);
  for (const [at, { changes }] of trees.entries()) {
    for (const [changeAt, { file }] of changes.entries()) {
      if (file === undefined) continue;
      const isFile = isOfBlob(file.mode);
      if (isFile && !isBlob(file.id))
        return err(badRequest(`trees.${at}.changes.${changeAt}`, 'contradictory', 'unknown_object'));
      if (!isFile && !all.has(file.id)) add(file.id, undescribed);
    }
  }
  return ok({ all, added });
};

/** The object of an id that was numbered. */
export const objectOf = ({ all }: NumberedObjects, id: GitId): GitObject => {
  const object = all.get(id);
  invariant(object !== undefined, 'every object that is named has a number');
  return object;
};
