import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Ended, runHere } from '../../../../packages/agent/test/rigs/run-here.js';
import type { GitClient } from '../git-lfs/git-client.js';

const bundle = fileURLToPath(new URL('../../../../packages/agent/dist/svc.js', import.meta.url));

export type AgentOutcome = Ended;

export interface RunningAgent {
  readonly outcome: Promise<AgentOutcome>;
  /** What has come on stdout so far. */
  printed(): string;
  /** Says this to its stdin. */
  write(text: string): void;
  /** Ends its stdin. */
  hangUp(): void;
  signal(name: NodeJS.Signals): void;
}

export interface AgentOptions {
  /** Where it runs; the client's root when absent. */
  readonly folder?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Another bundle than the checkout's own, which a process is started with. */
  readonly program?: string;
  /** Whether its stdin stays open for `write`. */
  readonly talks?: boolean;
}

const running = new Set<ChildProcess>();

/** Starts the bundled `svc` on a person's computer as a process: what its signals, its death or its conversation are about. */
export const startAgent = (client: GitClient, args: readonly string[], options: AgentOptions = {}): RunningAgent => {
  if (!existsSync(bundle)) throw new Error('the agent is not built: npm run build --workspace @svc/agent');
  const child = spawn(process.execPath, [options.program ?? bundle, ...args], {
    cwd: options.folder ?? client.root,
    env: { ...client.environment, ...options.env },
    stdio: 'pipe',
  });
  running.add(child);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdin.on('error', () => undefined);
  if (options.talks !== true) child.stdin.end();
  return {
    outcome: once(child, 'close').then(() => {
      running.delete(child);
      return { code: child.exitCode, stdout, stderr };
    }),
    printed: () => stdout,
    write: (text) => void child.stdin.write(text),
    hangUp: () => void child.stdin.end(),
    signal: (name) => void child.kill(name),
  };
};

/** Runs a command of the bundled agent to its end, whichever that is, in a process of its own. */
export const runAgentProcess = (client: GitClient, args: readonly string[], options?: AgentOptions): Promise<AgentOutcome> =>
  startAgent(client, args, options).outcome;

/** The same in this process, unless it is another bundle. */
export const runAgent = (client: GitClient, args: readonly string[], options: AgentOptions = {}): Promise<AgentOutcome> =>
  options.program === undefined
    ? runHere(args, {
        folder: options.folder ?? client.root,
        environment: { ...client.environment, ...options.env },
        program: bundle,
      })
    : runAgentProcess(client, args, options);

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Runs a command of the agent with stderr on a terminal and stdout in a file; what the terminal has shown. */
export const runOnTerminal = async (
  client: GitClient,
  args: readonly string[],
  options: AgentOptions & { readonly stdoutFile: string },
): Promise<string> => {
  const command = `${[process.execPath, bundle, ...args].map(quoted).join(' ')} > ${quoted(options.stdoutFile)}`;
  const child = spawn('script', ['--quiet', '--flush', '--return', '--command', command, '/dev/null'], {
    cwd: options.folder ?? client.root,
    env: { ...client.environment, ...options.env, TERM: 'xterm' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (shown += text));
  await once(child, 'close');
  running.delete(child);
  if (child.exitCode !== 0) throw new Error(`svc ${args.join(' ')} on a terminal ended with ${child.exitCode}: ${shown}`);
  return shown;
};

/** Runs a command of the agent for a person at a terminal, who answers a prompt; what the terminal has shown. */
export const talkOnTerminal = async (
  client: GitClient,
  args: readonly string[],
  { prompt, answer }: { readonly prompt: string; readonly answer: string },
): Promise<string> => {
  const command = [process.execPath, bundle, ...args].map(quoted).join(' ');
  const child = spawn('script', ['--quiet', '--flush', '--return', '--command', command, '/dev/null'], {
    cwd: client.root,
    env: { ...client.environment, TERM: 'xterm' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  running.add(child);
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const isAsked = shown.includes(prompt);
    shown += text;
    if (!isAsked && shown.includes(prompt)) child.stdin.write(answer);
  });
  await once(child, 'close');
  running.delete(child);
  return shown;
};

/** Runs a command of the agent as `runAgent` does; it has to succeed without a word on stderr. Returns what it prints. */
export const agent = async (client: GitClient, args: readonly string[], options?: AgentOptions): Promise<string> => {
  const { code, stdout, stderr } = await runAgent(client, args, options);
  if (code !== 0) throw new Error(`svc ${args.join(' ')} ended with ${code ?? 'a signal'}: ${stderr}`);
  if (stderr !== '') throw new Error(`svc ${args.join(' ')} succeeded, but said: ${stderr}`);
  return stdout;
};

/** SIGKILL for every agent that git-lfs has started for this person: nothing in the process hears of it. */
export const killAgents = ({ root }: GitClient): number => {
  const ours = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((id) => isAgentBelow(id, root));
  for (const id of ours) process.kill(Number(id), 'SIGKILL');
  return ours.length;
};

const isAgentBelow = (id: string, root: string): boolean => {
  try {
    const [program = '', script] = readFileSync(`/proc/${id}/cmdline`, 'utf8').split('\0');
    return program === process.execPath && script === bundle && readlinkSync(`/proc/${id}/cwd`).startsWith(root);
  } catch {
    // It has ended meanwhile, or is none of ours.
    return false;
  }
};

// Whatever happens to the tests, no agent outlives them.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
