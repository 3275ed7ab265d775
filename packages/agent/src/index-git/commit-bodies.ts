import { maxBodyBytes } from './body-limits.js';
import { CommitTooLong } from './commit-too-long.js';

/** A commit as `git cat-file commit` prints it. */
export interface RawCommit {
  readonly id: string;
  readonly bytes: Buffer;
}

const before = '{"commits":[';
const after = ']}';

/** Bodies that tell of commits, in their order, as few as may be. */
export const createCommitBodies = (maxBytes = maxBodyBytes) => {
  let pieces: string[] = [];
  let length = before.length + after.length;
  const end = (): string | undefined => {
    if (pieces.length === 0) return undefined;
    const body = `${before}${pieces.join(',')}${after}`;
    pieces = [];
    length = before.length + after.length;
    return body;
  };
  return {
    /** The body that is full before this one, when there is one. */
    add: ({ id, bytes }: RawCommit): string | undefined => {
      const piece = `{"id":"${id}","raw":"${bytes.toString('base64')}"}`;
      const added = piece.length + 1;
      if (before.length + after.length + added > maxBytes) throw new CommitTooLong(id);
      const full = length + added > maxBytes ? end() : undefined;
      pieces.push(piece);
      length += added;
      return full;
    },
    /** The last one. */
    end,
  };
};
