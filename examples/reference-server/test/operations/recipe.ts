import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';

const documents = new URL('../../../../docs/', import.meta.url);

/** What a document shows below a heading, up to the next one: the text of each block in a language, of the commands unless it is another one. */
export const recipe = (heading: string, language = 'sh', document = 'operations.md'): readonly string[] => {
  const [, section] = `\n${readFileSync(new URL(document, documents), 'utf8')}`.split(`\n${heading}\n`);
  if (section === undefined) throw new Error(`docs/${document} has no ${heading}`);
  const shown: string[] = [];
  // A line of a block may begin as a heading does.
  for (const [, nextHeading, languageOfBlock, text = ''] of section.matchAll(/^#{1,3} (.+)$|^```(\w*)\n([^]*?)^```$/gm)) {
    if (nextHeading !== undefined) break;
    if (languageOfBlock === language) shown.push(text);
  }
  return shown;
};

export interface Terminal {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** What the person answers to each `read`. */
  readonly answers?: readonly string[];
}

/** Runs commands as a person would, up to the first that fails, which throws. Returns what they have printed, without what they have asked. */
export const runInTerminal = async (commands: string, { folder, env, answers = [] }: Terminal): Promise<string> => {
  const shell = spawn('bash', ['-euo', 'pipefail', '-c', commands], { cwd: folder, env, stdio: 'pipe' });
  shell.stdin.on('error', () => undefined).end(answers.map((answer) => `${answer}\n`).join(''));
  const [said, complained] = await Promise.all([text(shell.stdout), text(shell.stderr), once(shell, 'close')]);
  if (shell.exitCode !== 0) throw new Error(`${commands}\nended with ${shell.exitCode}:\n${said}${complained}`);
  return said.replaceAll(/^[A-Z][a-z ]*:\n/gm, '');
};
