import { maxBodyBytes } from './body-limits.js';
import type { OddTree } from './change-reader.js';
import { CommitTooLong } from './commit-too-long.js';
import type { DescribedChanges } from './described-changes.js';
import type { DescribedObject } from './object-describer.js';
import type { RawChange } from './raw-parser.js';
import type { Rename } from './rename-reader.js';
import { base64OfPath, textOfPath } from './wire-text.js';

const objectPiece = ({ id, sizeBytes, pointer }: DescribedObject): string =>
  pointer === undefined
    ? `{"id":"${id}","size":${sizeBytes}}`
    : `{"id":"${id}","size":${sizeBytes},"lfs":{"oid":"${pointer.oid}","size":${pointer.sizeBytes}}}`;

/** A path that is no UTF-8 stands at the end, in another form. */
const changePiece = ({ path, mode, id }: RawChange): string => {
  const text = textOfPath(path);
  const rest = `"${mode}",${id === undefined ? 'null' : `"${id}"`}`;
  return text === undefined ? `["",${rest},"${base64OfPath(path)}"]` : `[${JSON.stringify(text)},${rest}]`;
};

const renamePiece = ({ fromPath, path, similarity }: Rename): string => {
  const from = textOfPath(fromPath);
  const to = textOfPath(path);
  const bytes = [from === undefined ? base64OfPath(fromPath) : '', to === undefined ? base64OfPath(path) : ''];
  return JSON.stringify([from ?? '', to ?? '', similarity, ...(from === undefined || to === undefined ? bytes : [])]);
};

const oddTreePiece = ({ folder, bytes }: OddTree): string => {
  const text = textOfPath(folder);
  const named = text === undefined ? `"folder":"","folder_base64":"${base64OfPath(folder)}"` : `"folder":${JSON.stringify(text)}`;
  return `{${named},"raw":"${bytes.toString('base64')}"}`;
};

interface OpenPart {
  readonly commit: string;
  readonly changes: string[];
  readonly oddTrees: string[];
  readonly renames: string[];
}

const partPiece = ({ commit, changes, oddTrees, renames }: OpenPart, isLast: boolean): string => {
  const odd = oddTrees.length === 0 ? '' : `,"raw_trees":[${oddTrees.join(',')}]`;
  const moved = renames.length === 0 ? '' : `,"renames":[${renames.join(',')}]`;
  return `{"commit":"${commit}","changes":[${changes.join(',')}]${odd}${moved},"is_last":${isLast}}`;
};

/** What a part has on top of its changes. */
const partBytes = 200;
const emptyBytes = '{"objects":[],"trees":[]}'.length;

/** Bodies that tell of trees. A commit that does not fit into what is left goes on in the next one. */
export const createTreeBodies = (maxBytes = maxBodyBytes) => {
  let objects: string[] = [];
  let trees: string[] = [];
  let part: OpenPart | undefined;
  let length = emptyBytes;

  const end = (): string | undefined => {
    if (part !== undefined && part.changes.length + part.oddTrees.length + part.renames.length > 0)
      trees.push(partPiece(part, false));
    const body = `{"objects":[${objects.join(',')}],"trees":[${trees.join(',')}]}`;
    const isEmpty = objects.length + trees.length === 0;
    objects = [];
    trees = [];
    length = emptyBytes + (part === undefined ? 0 : partBytes);
    if (part !== undefined) part = { commit: part.commit, changes: [], oddTrees: [], renames: [] };
    return isEmpty ? undefined : body;
  };

  const room = function* (bytes: number): Generator<string> {
    const full = length + bytes > maxBytes ? end() : undefined;
    length += bytes;
    if (full !== undefined) yield full;
  };

  const oddPieceOf = (commit: string, odd: OddTree): string => {
    const piece = oddTreePiece(odd);
    if (piece.length + emptyBytes + partBytes > maxBytes)
      throw new CommitTooLong(commit, `the folder ${odd.folder || '/'} of the commit ${commit}`);
    return piece;
  };

  const put = function* (piece: string, into: () => string[]): Generator<string> {
    yield* room(Buffer.byteLength(piece) + 1);
    into().push(piece);
  };

  return {
    /** The bodies that are full. */
    add: function* ({ objects: described, parts, renames }: DescribedChanges): Generator<string> {
      for (const object of described) yield* put(objectPiece(object), () => objects);
      for (const { commit, changes, oddTrees, last } of parts) {
        if (part === undefined) yield* room(partBytes);
        const open = (part ??= { commit: commit.id, changes: [], oddTrees: [], renames: [] });
        const current = (): OpenPart => part ?? open;
        for (const change of changes) yield* put(changePiece(change), () => current().changes);
        for (const odd of oddTrees) yield* put(oddPieceOf(commit.id, odd), () => current().oddTrees);
        if (last === undefined) continue;
        for (const rename of renames.get(commit.id) ?? []) yield* put(renamePiece(rename), () => current().renames);
        trees.push(partPiece(current(), true));
        part = undefined;
      }
    },
    /** The last one. */
    end,
  };
};
