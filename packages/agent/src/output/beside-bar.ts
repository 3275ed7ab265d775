import type { Terminal } from './output.js';
import type { ProgressBar } from './progress-bar.js';

/** The same terminal for what writes while there is a bar: each write takes the bar away first, or its line would end behind the bar and go with it. */
export const besideBar = ({ stdout, stderr, isTerminal }: Terminal, bar: Pick<ProgressBar, 'clear'>): Terminal => {
  const clearing =
    (write: (text: string) => void) =>
    (text: string): void => {
      bar.clear();
      write(text);
    };
  // A pipe is cleared for too: what reads it may show it on the screen of the bar.
  return { stdout: clearing(stdout), stderr: clearing(stderr), isTerminal };
};
