/** What is no repository at all, and one without a work tree where that was asked for: git refuses neither. */
const isNoRefusal = /not a git repository|must be run in a work tree/i;

/**
 * Why git reads nothing of a repository that is there: the folder belongs to another user, as it often does in containers, then with the command that git names
 * for it; or a configuration cannot be read. Undefined when git says nothing of that kind.
 */
export const gitRefusal = (stderr: string): string | undefined => {
  const lines = stderr.split('\n').map((line) => line.trim());
  const at = lines.findIndex((line) => /^(?:fatal|error): /.test(line));
  const said = lines[at]?.replace(/^\w+: /, '');
  if (said === undefined || isNoRefusal.test(said)) return undefined;
  // What git lists, such as the extensions that it does not know, begins on the next line.
  const why = said.endsWith(':') ? `${said} ${lines[at + 1] ?? ''}`.trim() : said;
  const command = lines.find((line) => line.startsWith('git config') && line.includes('safe.directory'));
  return command === undefined ? why : `${why}; if you trust it: ${command}`;
};
