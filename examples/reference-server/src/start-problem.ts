/** Why the command cannot go on, in one line for the person who has started it. Thrown, because nothing but the terminal is told. */
export class StartProblem extends Error {
  override readonly name = 'StartProblem';

  constructor(
    message: string,
    /** What the process ends with. */
    readonly exitCode = 1,
  ) {
    super(message);
  }
}
