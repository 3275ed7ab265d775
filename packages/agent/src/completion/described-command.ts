import type { Command, Option } from 'commander';

export interface DescribedOption {
  /** `-n`, `--dry-run`. */
  readonly names: readonly string[];
  readonly description: string;
  readonly takesValue: boolean;
  /** What its value may be; undefined for any. */
  readonly choices: readonly string[] | undefined;
}

/** A command as shells that complete words need it. */
export interface DescribedCommand {
  readonly name: string;
  readonly description: string;
  readonly options: readonly DescribedOption[];
  /** What its arguments may be; undefined for paths and any others. */
  readonly choices: readonly string[] | undefined;
}

const described = ({ short, long, description, required, optional, argChoices }: Option): DescribedOption => ({
  names: [short, long].filter((name) => name !== undefined),
  description,
  takesValue: required || optional,
  choices: argChoices,
});

/** What a program understands, without what its help hides. */
export const describeCommands = (program: Command): readonly DescribedCommand[] =>
  program.commands.map((command) => ({
    name: command.name(),
    description: command.description(),
    options: [...command.options.filter(({ hidden }) => !hidden).map(described), helpOption],
    choices: command.registeredArguments[0]?.argChoices,
  }));

const helpOption: DescribedOption = {
  names: ['-h', '--help'],
  description: 'display help for command',
  takesValue: false,
  choices: undefined,
};
