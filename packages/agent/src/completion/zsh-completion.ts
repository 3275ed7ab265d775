import type { DescribedCommand, DescribedOption } from './described-command.js';

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** What `_arguments` would take for its own. */
const plain = (text: string): string => text.replace(/[\\[\]:]/g, '\\$&');

const specsOf = ({ names, description, takesValue, choices }: DescribedOption): readonly string[] => {
  const value = choices === undefined ? ':value:_files' : `:value:(${choices.join(' ')})`;
  return names.map((name) => quoted(`*${name}[${plain(description)}]${takesValue ? value : ''}`));
};

const caseOf = ({ name, options, choices }: DescribedCommand): string => {
  const rest = choices === undefined ? '*:file:_files' : `*:choice:(${choices.join(' ')})`;
  const specs = [...options.flatMap(specsOf), quoted(rest)];
  return [`    ${name})`, `      _arguments \\\n        ${specs.join(' \\\n        ')}`, '      ;;'].join('\n');
};

/** For zsh after its `compinit`: `source <(svc completion zsh)`. */
export const zshCompletion = (commands: readonly DescribedCommand[]): string => `#compdef svc
_svc() {
  local -a commands
  commands=(
${commands.map(({ name, description }) => `    ${quoted(`${name}:${description.replaceAll(':', '\\:')}`)}`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT -= 1 ))
  case $command in
${commands.map(caseOf).join('\n')}
  esac
}
compdef _svc svc
`;
