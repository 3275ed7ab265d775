/** What the service takes of a path. */
const mostPathBytes = 4096;
const mostSegments = 256;

/** `.git` in any case, `.` and `..`: what git makes no file of. */
export const isForbiddenName = (name: string): boolean => /^(?:|\.|\.\.|\.git)$/i.test(name);

/** How long a name in a folder may be; 0 where it may have none. */
export const mostNameBytesIn = (folder: string): number => {
  if (folder === '') return mostPathBytes;
  return folder.split('/').length < mostSegments ? mostPathBytes - folder.length - 1 : 0;
};

export const isTakenPath = (path: string): boolean => {
  const segments = path.split('/');
  return path.length <= mostPathBytes && segments.length <= mostSegments && !segments.some(isForbiddenName);
};
