import { AgentProblem } from '../agent-problem.js';
import { codeOf } from '../error-code.js';

/** Stdout, of which nothing gets lost unnoticed: a disk may be full, and the reader may be gone. */
export interface StandardOutput {
  readonly write: (text: string) => void;
  /** Resolves when all that was written has been taken; throws why it was not. */
  written(): Promise<void>;
  /** What the first failure was. */
  readonly problem: AgentProblem | undefined;
  /** Whether nobody reads on, such as when the output goes to `head`. */
  readonly isClosed: boolean;
}

/** `onProblem` is called once, as soon as it is known that nothing more is taken. */
export const createStandardOutput = (stream: NodeJS.WritableStream, onProblem: () => void): StandardOutput => {
  let problem: AgentProblem | undefined;
  let isClosed = false;
  let last = Promise.resolve();
  const check = (fault: Error | null | undefined): void => {
    if (fault === null || fault === undefined || problem !== undefined) return;
    isClosed = codeOf(fault) === 'EPIPE';
    problem = new AgentProblem(`the output cannot be written (${codeOf(fault)})`);
    onProblem();
  };
  stream.on('error', check);
  return {
    // Writes end in their order, so the last one ends last.
    write: (text) => {
      last = new Promise((resolve) => {
        stream.write(text, (fault) => {
          check(fault);
          resolve();
        });
      });
    },
    written: async () => {
      await last;
      if (problem !== undefined) throw problem;
    },
    get problem() {
      return problem;
    },
    get isClosed() {
      return isClosed;
    },
  };
};
