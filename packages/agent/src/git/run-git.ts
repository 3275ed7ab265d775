import { execFile } from 'node:child_process';
import { AgentProblem } from '../agent-problem.js';
import { pathFrom } from '../path-from.js';
import type { Place } from '../surroundings.js';

export interface GitAnswer {
  /** The exit code of git. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface GitInput {
  /** The folder that git works in; that of the place when absent. */
  readonly folder?: string;
  readonly input?: string;
  /** On top of the place's environment. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** What is run for git: the program and nothing else of the shell. */
export type RunGit = (args: readonly string[], input?: GitInput) => Promise<GitAnswer>;

const TIMEOUT_MS = 30_000;
const MOST_OUTPUT_BYTES = 4 * 1024 * 1024;

/** What a shell says of a program that is not there. */
const NOT_THERE: GitAnswer = { code: 127, stdout: '', stderr: 'git is not installed, or not on the PATH' };

/** What git is started to do, behind what it is configured with. */
export const commandIn = (args: readonly string[]): string => args.find((arg, at) => arg !== '-c' && args[at - 1] !== '-c') ?? '';

/** Runs git at a place to its end, whichever that is; that there is no git is an answer too. */
export const createRunGit =
  (place: Place): RunGit =>
  (args, { folder, input = '', environment = {} } = {}) =>
    new Promise((resolve, reject) => {
      const options = {
        cwd: folder === undefined ? place.folder : pathFrom(place.folder, folder),
        env: { ...place.environment, LC_ALL: 'C', ...environment },
        timeout: TIMEOUT_MS,
        maxBuffer: MOST_OUTPUT_BYTES,
        windowsHide: true,
      };
      const child = execFile('git', args, options, (fault, stdout, stderr) => {
        const code = fault === null ? 0 : fault.code;
        if (typeof code === 'number') resolve({ code, stdout, stderr });
        else if (code === 'ENOENT') resolve(NOT_THERE);
        else reject(new AgentProblem(`git ${commandIn(args)} gave no answer`));
      });
      // Git may end without reading what it is told; its exit code is the answer then.
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(input);
    });
