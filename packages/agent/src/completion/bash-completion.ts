import type { DescribedCommand } from './described-command.js';

const words = (all: readonly string[]): string => all.join(' ');

const caseOf = ({ name, options, choices }: DescribedCommand): string => {
  const chosen = options.flatMap(({ names, choices: values }) =>
    values === undefined ? [] : [`        ${names.join(' | ')}) words='${words(values)}' ;;`],
  );
  const valued = options.filter(({ takesValue, choices: values }) => takesValue && values === undefined);
  // What follows such an option is its value: a path, as far as the shell can tell.
  const free = valued.length === 0 ? [] : [`        ${valued.flatMap(({ names }) => names).join(' | ')}) return ;;`];
  const own = `[[ $current == -* ]] && words='${words(options.flatMap(({ names }) => names))}'`;
  const others = choices === undefined ? own : `words='${words(choices)}'; ${own}`;
  return [
    `    ${name})`,
    '      case $previous in',
    ...chosen,
    ...free,
    `        *) ${others} ;;`,
    '      esac',
    '      ;;',
  ].join('\n');
};

/** For bash 3.2 and newer, which macOS has too: `source <(svc completion bash)`. */
export const bashCompletion = (commands: readonly DescribedCommand[]): string => `# bash completion for svc
_svc() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command='' words='' word
  COMPREPLY=()
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    if [[ $word != -* ]]; then command=$word; break; fi
  done
  case $command in
    '') words='${words(commands.map(({ name }) => name))} help --help --version' ;;
    help) words='${words(commands.map(({ name }) => name))}' ;;
${commands.map(caseOf).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o bashdefault -o default -F _svc svc
`;
