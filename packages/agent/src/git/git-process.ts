import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { devNull } from 'node:os';
import { AgentProblem } from '../agent-problem.js';
import { ended } from '../api-outcome.js';
import type { Place } from '../surroundings.js';
import { commandIn } from './run-git.js';

/** Where git works, and until when. */
export interface GitPlace extends Place {
  readonly signal: AbortSignal;
}

/** A git that reads and prints while it runs. */
export interface GitProcess {
  readonly output: AsyncIterable<Buffer>;
  /** Resolves when git may be given more. */
  readonly write: (text: string) => Promise<void>;
  /** Gives it no more, and waits until it has ended, which it has to do well. */
  readonly finish: () => Promise<void>;
  /** Ends it, whatever it does. */
  readonly kill: () => void;
}

/**
 * What a history is read with: the objects as they are, not what replaces them or stands for their parents, and none that is fetched while one looks.
 * Git before 2.44 knows no GIT_NO_LAZY_FETCH; `openRepository` refuses clones that would fetch.
 */
const asStored = {
  LC_ALL: 'C',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_GRAFT_FILE: devNull,
  GIT_NO_LAZY_FETCH: '1',
  GIT_OPTIONAL_LOCKS: '0',
};

const mostWords = 10_000;

/** Starts git, and throws what it says should it not end well. */
export const startGit = (args: readonly string[], { folder, environment, signal }: GitPlace): GitProcess => {
  const child = spawn('git', args, {
    cwd: folder,
    env: { ...environment, ...asStored },
    stdio: 'pipe',
    windowsHide: true,
  });
  let words = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (words.length < mostWords) words += text;
  });
  const kill = (): void => void child.kill();
  signal.addEventListener('abort', kill, { once: true });
  if (signal.aborted) kill();
  const closed = new Promise<AgentProblem | undefined>((resolve) => {
    child.once('error', () => resolve(new AgentProblem('git is not installed, or not on the PATH')));
    child.once('close', (code) => {
      signal.removeEventListener('abort', kill);
      if (signal.aborted) resolve(ended());
      else if (code === 0) resolve(undefined);
      else resolve(new AgentProblem(`git ${commandIn(args)} failed: ${sentenceOf(words)}`));
    });
  });
  // Git may end without reading what it is told; how it has ended says why.
  child.stdin.on('error', () => undefined);
  const finish = async (): Promise<void> => {
    child.stdin.end();
    const problem = await closed;
    if (problem !== undefined) throw problem;
  };
  return {
    output: child.stdout,
    write: async (text) => {
      // Of a git that has ended it is how it has ended that counts.
      if (child.stdin.writable && !child.stdin.write(text))
        await Promise.race([once(child.stdin, 'drain').catch(() => closed), closed]);
    },
    finish,
    kill,
  };
};

/** The first line that git says of what is wrong. */
const sentenceOf = (words: string): string => {
  const [line = ''] = words.split('\n').filter((each) => /^(fatal|error): /.test(each));
  return line.replace(/^(fatal|error): /, '') || 'it has not said why';
};
