import { spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, readSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quotedForShell } from './quoted-for-shell.js';

/** What is written to one end is read at the other. */
const openFifo = (path: string): { readonly reading: number; readonly writing: number } => {
  spawnSync('mkfifo', [path]);
  // To open one end alone is to wait until somebody opens the other.
  const both = openSync(path, 'r+');
  const ends = { reading: openSync(path, 'r'), writing: openSync(path, 'w') };
  closeSync(both);
  return ends;
};

interface Ended {
  readonly code: number;
  /** Bytes in Latin-1. */
  readonly stdout: string;
  readonly stderr: string;
}

/** A shell that runs one command after the other, each with what it reads, and that ends with this process, as its input does. */
const openShell = (): ((command: string, input: string) => Ended) => {
  const folder = mkdtempSync(join(tmpdir(), 'git-shell-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const commands = openFifo(join(folder, 'commands'));
  const answers = openFifo(join(folder, 'answers'));
  spawn('sh', { stdio: [commands.reading, answers.writing, 'inherit'] }).unref();
  closeSync(commands.reading);
  closeSync(answers.writing);
  const [stdin, stdout, stderr] = [join(folder, 'stdin'), join(folder, 'stdout'), join(folder, 'stderr')];
  const streams = `<${quotedForShell(stdin)} >${quotedForShell(stdout)} 2>${quotedForShell(stderr)}`;
  const answer = Buffer.alloc(8);
  return (command, input) => {
    writeFileSync(stdin, input, 'latin1');
    writeSync(commands.writing, `${command} ${streams}; echo $?\n`);
    const code = answer.toString('latin1', 0, readSync(answers.reading, answer));
    if (code === '') throw new Error('the shell that runs git has ended');
    return { code: Number(code), stdout: readFileSync(stdout, 'latin1'), stderr: readFileSync(stderr, 'latin1') };
  };
};

let runCommand: ReturnType<typeof openShell> | undefined;

export interface RunGitOptions {
  /** On top of this process's environment. */
  readonly environment?: Readonly<Record<string, string>>;
  /** What it reads, as bytes in Latin-1. */
  readonly input?: string | undefined;
}

/**
 * Runs git in a folder, and gives what it prints, as bytes in Latin-1. Throws what it says when it fails. A small process starts it: a copy of this one,
 * which holds the tests of many files, would take several times what git takes.
 */
export const runGit = (folder: string, args: readonly string[], { environment = {}, input = '' }: RunGitOptions = {}): string => {
  runCommand ??= openShell();
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${quotedForShell(value)}`);
  const { code, stdout, stderr } = runCommand(
    [...variables, 'git', '-C', ...[folder, ...args].map(quotedForShell)].join(' '),
    input,
  );
  if (code !== 0) throw new Error(`git ${args.join(' ')} ended with ${code}: ${stderr}`);
  return stdout;
};
