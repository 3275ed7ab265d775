import type { NodeReference } from './node.js';

export const nodeProblems = [
  'missing_page',
  'too_short',
  'unknown_version',
  'wrong_level',
  'wrong_count',
  'wrong_key',
  'unknown_mode',
  'wrong_number',
] as const;
/** The first thing that was found wrong with a node. */
export type NodeProblem = (typeof nodeProblems)[number];

/** The nodes of a path tree are not what was written: the database is damaged, or gives the pages of another repository. */
export class PathTreeCorrupted extends Error {
  override readonly name = 'PathTreeCorrupted';

  constructor(
    readonly problem: NodeProblem,
    readonly reference: NodeReference,
  ) {
    super(`the path tree's node of commit ${reference.commit} at ${reference.offset} is damaged: ${problem}`);
  }
}
