/** What a problem is about: `http` with the status that the service has answered, `setting` what the person has to change. */
export type ProblemKind = 'setting' | 'http' | 'local' | 'aborted';

/**
 * Why the command cannot go on, in one line for the person who has started it. Thrown, because nothing but the terminal and git-lfs is told;
 * whatever else is thrown is a fault of the machine or of the program, and is told by its first line too.
 */
export class AgentProblem extends Error {
  override readonly name = 'AgentProblem';

  constructor(
    message: string,
    readonly kind: ProblemKind = 'local',
    /** The HTTP status when there is one. */
    readonly status?: number,
  ) {
    super(message);
  }
}
