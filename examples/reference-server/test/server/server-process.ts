import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const bundle = fileURLToPath(new URL('../../dist/svc-server.js', import.meta.url));

/**
 * Most servers of tests live for seconds: a fifth of their processor time would go into optimizing what runs once, and a tenth into reading source maps. The
 * bundle is not minified, so its traces name functions all the same.
 */
const shortLived = ['--interrupt-budget=4000000'];

const expectBuilt = (): void => {
  if (!existsSync(bundle)) throw new Error('the server is not built: npm run build --workspace @svc/server');
};

/** The folder that the bundled command leads to. */
export const newestBundle = (): string => {
  expectBuilt();
  const [, hash = ''] = /\.\/([0-9a-f]{16})\//.exec(readFileSync(bundle, 'utf8')) ?? [];
  return join(dirname(bundle), hash);
};

/** How a process of the bundled command ended: an exit code or a signal, and what it said. */
export interface CommandOutcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ServerProcess {
  readonly child: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** Whether it has ended, by itself or not. */
  ended(): boolean;
  readonly end: Promise<CommandOutcome>;
}

const running = new Set<ChildProcess>();

/** Starts the bundled `svc-server` in `folder`; it sees nothing of this process's environment but where programs are. `within` is what the command line begins with. */
export const spawnServer = (
  parameters: readonly string[],
  folder: string,
  environment: Readonly<Record<string, string>>,
  within: readonly string[] = [],
): ServerProcess => {
  expectBuilt();
  const [program = '', ...words] = [...within, process.execPath, ...shortLived, bundle, ...parameters];
  const child = spawn(program, words, {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const end = once(child, 'close').then(() => {
    running.delete(child);
    return { code: child.exitCode, stdout, stderr };
  });
  return {
    child,
    stdout: () => stdout,
    stderr: () => stderr,
    ended: () => child.exitCode !== null || child.signalCode !== null,
    end,
  };
};

// Whatever happens to the tests, no server outlives them.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
