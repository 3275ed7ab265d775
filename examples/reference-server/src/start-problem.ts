/** Why the command cannot go on, in one line for the person who has started it. Thrown, because nothing but the terminal is told. */
export class StartProblem extends Error {
  override readonly name = 'StartProblem';
}
