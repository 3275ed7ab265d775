import { maxObjectNameLength, withoutUnprintable } from '@svc/core/model';

/**
 * What the service is told that a file is called, which takes no control characters, none that change the direction of writing, and no path of any length:
 * those are replaced, and of a path that is too long the last segment is left. Undefined where even that is too long.
 */
export const uploadName = (path: string): string | undefined => {
  const shown = withoutUnprintable(path, () => '?');
  return [shown, shown.slice(shown.lastIndexOf('/') + 1)].find((name) => name.length <= maxObjectNameLength);
};
