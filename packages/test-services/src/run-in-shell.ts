import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { quotedForShell } from './quoted-for-shell.js';

export interface CommandOutcome {
  /** As a shell tells it: above 128 where a signal ended the command. */
  readonly exitCode: number;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

export interface CommandOptions {
  readonly folder: string;
  /** All variables that it has. */
  readonly environment: Readonly<NodeJS.ProcessEnv>;
  /** What it reads; nothing when absent. */
  readonly input?: Buffer;
}

/** A shell that runs commands beside each other, and says of each that has ended its number and its exit code. */
const openShell = () => {
  const folder = mkdtempSync(join(tmpdir(), 'shell-'));
  const shell = spawn('sh', { stdio: ['pipe', 'pipe', 'inherit'] });
  const { stdin, stdout } = shell;
  if (!(stdin instanceof Socket) || !(stdout instanceof Socket)) throw new Error('invariant: the shell has pipes');
  // Idle, it keeps no process from its end.
  for (const handle of [shell, stdin, stdout]) handle.unref();
  const waiting = new Map<string, { readonly end: (exitCode: number) => void; readonly fail: (fault: Error) => void }>();
  let started = 0;
  createInterface({ input: stdout }).on('line', (line) => {
    const [number = '', exitCode] = line.split(' ');
    waiting.get(number)?.end(Number(exitCode));
    waiting.delete(number);
  });
  shell.once('close', () => {
    for (const { fail } of waiting.values()) fail(new Error('the shell that runs commands of tests has ended'));
  });
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return async (command: string, input: Buffer): Promise<CommandOutcome> => {
    const number = String((started += 1));
    const files = ['in', 'out', 'err'].map((name) => join(folder, `${number}.${name}`));
    const [given = '', out = '', err = ''] = files;
    await writeFile(given, input);
    const ended = new Promise<number>((end, fail) => waiting.set(number, { end, fail }));
    shell.ref();
    const [from, to, aside] = files.map(quotedForShell);
    // The shell takes note of those that have ended, and frees their numbers, while it waits for one: for the last, which does nothing.
    stdin.write(`{ (${command}) <${from} >${to} 2>${aside}; echo ${number} $?; } & (:)\n`);
    const exitCode = await ended;
    if (waiting.size === 0) shell.unref();
    const outcome = { exitCode, stdout: await readFile(out), stderr: await readFile(err) };
    await Promise.all(files.map((file) => rm(file)));
    return outcome;
  };
};

let runCommand: ReturnType<typeof openShell> | undefined;

/**
 * Runs a command to its end. A small process starts it: a copy of this one, which holds the tests of many files, would take several times what a short
 * command takes.
 */
export const runInShell = (
  [program, ...parameters]: readonly [string, ...string[]],
  { folder, environment, input = Buffer.alloc(0) }: CommandOptions,
): Promise<CommandOutcome> => {
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value ?? ''}`);
  const words = ['env', '-i', ...variables, program, ...parameters].map(quotedForShell);
  return (runCommand ??= openShell())(`cd ${quotedForShell(folder)} && exec ${words.join(' ')}`, input);
};
