import { runInShell } from '@svc/test-services/run-in-shell';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** How a git command ended; `exitCode` is null, or above 128, when a signal ended it. */
export interface GitOutcome {
  readonly exitCode: number | null;
  readonly stdout: string;
  /** What git and git-lfs said to the person, and with `trace` what they did. */
  readonly stderr: string;
}

export interface RunningGit {
  readonly outcome: Promise<GitOutcome>;
  /** SIGKILL for git and everything that it started. */
  kill(): void;
}

export interface GitOptions {
  /** Whether git and git-lfs report each step and each HTTP header to stderr. */
  readonly trace?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

/** One person's computer: a home of its own, no configuration of the machine, no terminal to ask. */
export interface GitClient {
  /** A folder of this person's that no other test uses; gone with the client. */
  readonly root: string;
  /** What the person's programs see of the machine. */
  readonly environment: Readonly<Record<string, string>>;
  start(directory: string, args: readonly string[], options?: GitOptions): RunningGit;
  /** Runs git to its end, whichever that is. */
  attempt(directory: string, args: readonly string[], options?: GitOptions): Promise<GitOutcome>;
  /** Runs git, which has to succeed, and returns what it prints. */
  git(directory: string, ...args: readonly string[]): Promise<string>;
  /** Lets the credential helper know a user name and a password for a host. */
  saveCredential(url: string, password: string): Promise<void>;
  /** The lines of the credential helper's store. */
  savedCredentials(): Promise<string>;
  close(): Promise<void>;
}

const configuration = `
[user]
	name = Test
	email = test@example.com
[init]
	defaultBranch = main
[core]
	quotePath = false
[credential]
	helper = store
[gc]
	auto = 0
[maintenance]
	auto = false
[lfs]
	dialtimeout = 600
	activitytimeout = 600
[filter "lfs"]
	clean = git-lfs clean -- %f
	smudge = git-lfs smudge -- %f
	process = git-lfs filter-process
	required = true
`;

const collect = (child: ChildProcess): Promise<GitOutcome> => {
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => stderr.push(chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exitCode) =>
      resolve({ exitCode, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() }),
    );
  });
};

const traced: Readonly<Record<string, string>> = { GIT_TRACE: '1', GIT_CURL_VERBOSE: '1' };

export const createGitClient = async (): Promise<GitClient> => {
  const root = await mkdtemp(join(tmpdir(), 'svc-git-lfs-'));
  const home = join(root, 'home');
  const temporary = join(root, 'tmp');
  await mkdir(home);
  await mkdir(temporary);
  await writeFile(join(home, '.gitconfig'), configuration);
  const environment = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    TMPDIR: temporary,
    LC_ALL: 'C.UTF-8',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
  };

  const variablesFor = (trace: boolean, env: Readonly<Record<string, string>>) => ({
    ...environment,
    ...(trace ? traced : {}),
    ...env,
  });
  const start = (directory: string, args: readonly string[], { trace = false, env = {} }: GitOptions = {}): RunningGit => {
    const child = spawn('git', args, {
      cwd: directory,
      env: variablesFor(trace, env),
      // A group of its own, so that killing it reaches git-lfs too.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return {
      outcome: collect(child),
      kill: () => {
        if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
      },
    };
  };
  const attempt = async (
    directory: string,
    args: readonly string[],
    { trace = false, env = {} }: GitOptions = {},
  ): Promise<GitOutcome> => {
    const ended = await runInShell(['git', ...args], { folder: directory, environment: variablesFor(trace, env) });
    return { exitCode: ended.exitCode, stdout: ended.stdout.toString(), stderr: ended.stderr.toString() };
  };

  return {
    root,
    environment,
    start,
    attempt,
    git: async (directory, ...args) => {
      const { exitCode, stdout, stderr } = await attempt(directory, args);
      if (exitCode !== 0) throw new Error(`git ${args.join(' ')} ended with ${exitCode ?? 'a signal'}:\n${stderr}`);
      return stdout;
    },
    saveCredential: async (url, password) => {
      const { protocol, host } = new URL(url);
      await writeFile(join(home, '.git-credentials'), `${protocol}//token:${password}@${host}\n`);
    },
    savedCredentials: () => readFile(join(home, '.git-credentials'), 'utf8'),
    close: () => rm(root, { recursive: true, force: true, maxRetries: 10 }),
  };
};
