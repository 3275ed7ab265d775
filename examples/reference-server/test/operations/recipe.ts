import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';

const document = new URL('../../../../docs/operations.md', import.meta.url);

/** The commands of `docs/operations.md` below a heading, up to the next one: one text for each block. */
export const recipe = (heading: string): readonly string[] => {
  const [, section] = readFileSync(document, 'utf8').split(`\n${heading}\n`);
  if (section === undefined) throw new Error(`docs/operations.md has no ${heading}`);
  const [own = ''] = section.split(/\n#{1,3} (?=[A-Z])/);
  return [...own.matchAll(/```sh\n([^]*?)```/g)].map(([, commands = '']) => commands);
};

export interface Terminal {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** What the person answers to each `read`. */
  readonly answers?: readonly string[];
}

/** Runs commands as a person would, up to the first that fails, which throws. Returns what they have printed. */
export const runInTerminal = async (commands: string, { folder, env, answers = [] }: Terminal): Promise<string> => {
  const shell = spawn('bash', ['-euo', 'pipefail', '-c', commands], { cwd: folder, env, stdio: 'pipe' });
  shell.stdin.on('error', () => undefined).end(answers.map((answer) => `${answer}\n`).join(''));
  const [said, complained] = await Promise.all([text(shell.stdout), text(shell.stderr), once(shell, 'close')]);
  if (shell.exitCode !== 0) throw new Error(`${commands}\nended with ${shell.exitCode}:\n${said}${complained}`);
  return said;
};
