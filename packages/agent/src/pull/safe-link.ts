import { isSystemName } from './system-name.js';

/**
 * Whether a symbolic link leads to nothing outside of the folder that it is written into. `path` is its own below that folder; characters may be bytes. It may
 * go up at its begin alone, where real folders are, and no further than to that folder: what is behind a name may be a link itself, with another folder above.
 */
export const isSafeLink = (path: string, target: string, platform: NodeJS.Platform = process.platform): boolean => {
  if (target === '' || target.startsWith('/') || target.includes('\0')) return false;
  let above = path.split('/').length - 1;
  let goesDown = false;
  for (const segment of target.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') {
      if (platform === 'win32' && !isSystemName(segment, platform)) return false;
      goesDown = true;
      continue;
    }
    above -= 1;
    if (goesDown || above < 0) return false;
  }
  return true;
};
