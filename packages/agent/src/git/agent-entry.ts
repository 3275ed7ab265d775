/** What git-lfs and servers call the agent. */
export const agentName = 'svc';

/** One word for a shell, to which git-lfs hands the parameters. */
export const quoteForShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const unquoted = (text: string): string => text.replaceAll(`'\\''`, "'");

/** How git-lfs starts the agent: its configuration has a program and, for a shell, the parameters. */
export interface AgentEntry {
  readonly path: string;
  readonly args: string;
}

/** git-lfs shows what is answered to its first line, and nothing that a program says on stderr. */
const cannotStart = JSON.stringify({
  error: { code: 1, message: 'svc cannot start: its Node or its files are gone. Install them again, then run: svc doctor' },
});

/**
 * `$0` is Node and `$1` the file of the command, as they were when they were installed. An update may take away the first, and with a version manager both:
 * then the Node on the PATH does, or the `svc` there, unless that is a program of this name that tells no version, as others do.
 */
const starter = [
  'node=$0',
  '[ -x "$node" ] || node=node',
  'if [ -f "$1" ] && command -v "$node" >/dev/null 2>&1; then exec "$node" "$@"; fi',
  'case $(svc --version 2>/dev/null </dev/null) in [0-9]*.[0-9]*) exec svc transfer;; esac',
  'read -r init',
  `printf '%s\\n' '${cannotStart}'`,
].join('; ');

/** Starts the file `program` of the command with `node`, or what has followed them. */
export const agentEntry = (node: string, program: string): AgentEntry => ({
  path: 'sh',
  args: ['-c', ...[starter, node, program].map(quoteForShell), 'transfer'].join(' '),
});

/** What has to be there for git-lfs to start the agent, of an entry of today or of one that names Node itself. */
export const filesOfEntry = ({ path, args }: AgentEntry): readonly string[] => {
  const quoted = [...args.matchAll(/'((?:[^']|'\\'')*)'(?= |$)/g)].map(([, text = '']) => unquoted(text));
  const program = quoted.at(-1);
  return [...(path === 'sh' ? [] : [path]), ...(program === undefined ? [] : [program])];
};
