import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Ended, runHere } from './run-here.js';
import type { ScratchHome } from './scratch-home.js';

export const bundle = fileURLToPath(new URL('../../dist/svc.js', import.meta.url));

export interface AgentOptions {
  /** What comes on its stdin. */
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Instead of those whose text is recorded, in this process. */
  readonly stdout?: Writable;
  readonly stderr?: Writable;
}

/** A command sees nothing of this process's environment but where programs are. */
export const environmentFor = ({ environment }: ScratchHome, { env }: AgentOptions = {}) => ({
  PATH: process.env['PATH'] ?? '',
  ...environment,
  ...env,
});

/** Runs a command of the agent in the clone of a scratch home, in this process. */
export const runAgent = (scratch: ScratchHome, args: readonly string[], options: AgentOptions = {}): Promise<Ended> =>
  runHere(args, {
    folder: scratch.clone,
    environment: environmentFor(scratch, options),
    program: bundle,
    input: options.input ?? '',
    ...(options.stdout && { stdout: options.stdout }),
    ...(options.stderr && { stderr: options.stderr }),
  });

/** Runs the bundled command there, in a process of its own. */
export const runAgentProcess = async (
  scratch: ScratchHome,
  args: readonly string[],
  options: AgentOptions = {},
): Promise<Ended> => {
  if (!existsSync(bundle)) throw new Error('the agent is not built: npm run build --workspace @svc/agent');
  const child = spawn(process.execPath, [bundle, ...args], {
    cwd: scratch.clone,
    env: environmentFor(scratch, options),
    stdio: 'pipe',
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdin.on('error', () => undefined);
  child.stdin.end(options.input);
  await once(child, 'close');
  return { code: child.exitCode, stdout, stderr };
};
