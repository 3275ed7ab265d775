import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ScratchHome } from './scratch-home.js';

export const bundle = fileURLToPath(new URL('../../dist/svc.js', import.meta.url));

export interface Ended {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the bundled command in the clone of a scratch home; it sees nothing of this process's environment but where programs are. */
export const runAgent = async (
  { clone, environment }: ScratchHome,
  args: readonly string[],
  { input = '', env = {} }: { readonly input?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Ended> => {
  if (!existsSync(bundle)) throw new Error('the agent is not built: npm run build --workspace @svc/agent');
  const child = spawn(process.execPath, [bundle, ...args], {
    cwd: clone,
    env: { PATH: process.env['PATH'] ?? '', ...environment, ...env },
    stdio: 'pipe',
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  await once(child, 'close');
  return { code: child.exitCode, stdout, stderr };
};
