import type { Command } from 'commander';
import { bashCompletion } from '../completion/bash-completion.js';
import { describeCommands } from '../completion/described-command.js';
import { fishCompletion } from '../completion/fish-completion.js';
import { zshCompletion } from '../completion/zsh-completion.js';
import type { Shell } from '../command-line.js';
import type { Terminal } from '../output/output.js';

const scripts = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;

/** Prints what a shell reads to complete words of the command. */
export const completion = async ({ stdout }: Terminal, shell: Shell, program: Command): Promise<void> => {
  stdout(scripts[shell](describeCommands(program)));
};
