import { AgentProblem } from '../agent-problem.js';
import { tooLong } from './body-limits.js';

/** A commit, or a folder of it, that no request has room for: what leads to it cannot be indexed. */
export class CommitTooLong extends AgentProblem {
  constructor(
    readonly commit: string,
    what = `the commit ${commit}`,
  ) {
    super(tooLong(what).message);
  }
}
