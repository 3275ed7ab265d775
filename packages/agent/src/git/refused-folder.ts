/**
 * Why git reads nothing of a repository that is there: the folder belongs to another user, as it often does in containers. With the command that git names
 * for it; undefined when that is not what git says.
 */
export const refusedFolder = (stderr: string): string | undefined => {
  const lines = stderr.split('\n').map((line) => line.trim());
  const command = lines.find((line) => line.startsWith('git config') && line.includes('safe.directory'));
  const why = lines.find((line) => line.startsWith('fatal: '))?.slice('fatal: '.length);
  return command === undefined || why === undefined ? undefined : `${why}; if you trust it: ${command}`;
};
