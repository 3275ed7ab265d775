import type { DescribedCommand, DescribedOption } from './described-command.js';

const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;

const nameFlag = (name: string): string => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`);

const optionLine = (command: string, { names, description, takesValue, choices }: DescribedOption): string => {
  const value = choices === undefined ? ' -r' : ` -x -a ${quoted(choices.join(' '))}`;
  const condition = quoted(`__fish_seen_subcommand_from ${command}`);
  return `complete -c svc -n ${condition} ${names.map(nameFlag).join(' ')}${takesValue ? value : ''} -d ${quoted(description)}`;
};

const linesOf = ({ name, description, options, choices }: DescribedCommand): readonly string[] => [
  `complete -c svc -f -n __fish_use_subcommand -a ${name} -d ${quoted(description)}`,
  ...(choices === undefined
    ? []
    : [`complete -c svc -f -n ${quoted(`__fish_seen_subcommand_from ${name}`)} -a ${quoted(choices.join(' '))}`]),
  ...options.map((option) => optionLine(name, option)),
];

/** For fish: `svc completion fish | source`. */
export const fishCompletion = (commands: readonly DescribedCommand[]): string =>
  `# fish completion for svc\n${commands.flatMap(linesOf).join('\n')}\n`;
