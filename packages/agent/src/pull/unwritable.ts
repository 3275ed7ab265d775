import { AgentProblem } from '../agent-problem.js';
import { printable } from '../output/printable.js';

/** Why one file of several cannot be written. The others may be. */
export class Unwritable extends AgentProblem {
  constructor(
    path: string,
    why: string,
    /** Whether something else stands there. */
    readonly isInTheWay: boolean,
  ) {
    super(`${printable(path)} ${why}`);
  }
}
