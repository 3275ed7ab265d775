/** Windows finds a device by these names in every folder, whatever they end with. The digits may be raised, here as the bytes of UTF-8. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)(?:[0-9]|\xc2[\xb9\xb2\xb3]))[ ]*(?:\.|$)/i;

/** Characters that macOS leaves out when it compares names, as the bytes of UTF-8. */
const ignored = /\xe2\x80[\x8c-\x8f\xaa-\xae]|\xe2\x81[\xaa-\xaf]|\xef\xbb\xbf/g;

/**
 * Whether a segment of a path, with as many characters as bytes, is the name of one file in its folder. On Windows a backslash leads to another folder, a colon to a
 * stream or a drive, dots and blanks at the end are dropped, and `git~1` is the short name of `.git`; git's core.protectNTFS and core.protectHFS refuse what hides a
 * `.git` so.
 */
export const isSystemName = (segment: string, platform: NodeJS.Platform): boolean => {
  if (platform === 'darwin') return segment.replace(ignored, '').toLowerCase() !== '.git';
  if (platform !== 'win32') return segment.toLowerCase() !== '.git';
  return !/[\\:]|[. ]$|^\.git$|^git~\d+$/i.test(segment) && !device.test(segment);
};
