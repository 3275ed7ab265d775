/** A word of a shell, whatever is in it. */
const quoted = (text: string): string => (/^[\w./@-]+$/.test(text) ? text : `'${text.replace(/'/g, `'\\''`)}'`);

/** A pattern of Git LFS for one path: commas and blanks at its ends are not of it, and nothing makes them so; any character may stand in their place. */
const lfsPattern = (path: string): string => path.replace(/[\\*?[\]]/g, '\\$&').replace(/,|^\s|\s$/g, '?');

/** Gets a file in a clone with Git LFS. */
export const lfsCommand = (path: string): string => `git lfs pull --include=${quoted(lfsPattern(path))}`;

/** Gets a file in a clone with svc, which must not take its name for an option. The last `@` of a place begins the ref, so one with an `@` in it stands apart. */
export const svcCommand = (path: string, gitRef: string): string => {
  const output = quoted(`./${path.split('/').at(-1) ?? path}`);
  if (gitRef.includes('@')) return `svc pull -o ${output} --ref=${quoted(gitRef)} -- ${quoted(path)}`;
  return `svc pull -o ${output} -- ${quoted(`${path}@${gitRef}`)}`;
};
