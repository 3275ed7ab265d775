import { Readable, Writable } from 'node:stream';
import { runCommandLine } from '../../src/run-command-line.js';
import type { Place } from '../../src/surroundings.js';

/** How a command of the agent ended; `code` is null when a signal ended it. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface HereOptions extends Place {
  /** The file that git is told to start, where the command tells it so. */
  readonly program: string;
  /** What comes on stdin. */
  readonly input?: string;
  /** Instead of those whose text is recorded. */
  readonly stdout?: Writable;
  readonly stderr?: Writable;
}

const recorder = () => {
  let said = '';
  const stream = new Writable({
    decodeStrings: false,
    write: (text, _encoding, done) => {
      said += String(text);
      done();
    },
  });
  return { stream, text: () => said };
};

/**
 * Runs a command of the agent in this process, from the sources and by its command line: a process of its own takes a third of a second of a processor to
 * load them, and runs code that nothing has optimized yet. Nothing can signal or kill it here, and no stream of it is a terminal.
 */
export const runHere = async (
  parameters: readonly string[],
  { program, input = '', stdout: otherOutput, stderr: otherNotes, ...place }: HereOptions,
): Promise<Ended> => {
  const [stdout, stderr] = [recorder(), recorder()];
  const code = await runCommandLine(parameters, {
    ...place,
    program,
    node: process.execPath,
    stdin: () => Readable.from([Buffer.from(input)], { objectMode: false }),
    stdout: otherOutput ?? stdout.stream,
    stderr: otherNotes ?? stderr.stream,
    signals: { on: () => undefined },
    onBug: () => undefined,
    exit: () => {
      throw new Error('invariant: what nothing signals does not end before its end');
    },
  });
  return { code, stdout: stdout.text(), stderr: stderr.text() };
};
