const longestFileName = 255;

/** What RFC 8187 lets stand as it is, of what `encodeURIComponent` leaves alone. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** A name without halves of characters, which cannot be encoded, and not longer than file systems take. */
const soundName = (fileName: string): string => fileName.slice(-longestFileName).replace(/\p{Surrogate}/gu, '');

/**
 * The `Content-Disposition` with which browsers keep bytes under a name instead of opening them (RFC 6266), for curl, too, which reads the plain name alone.
 * Without a name they are called as their URL is.
 */
export const attachmentNamed = (fileName: string | undefined): string => {
  if (fileName === undefined) return 'attachment';
  const name = soundName(fileName);
  return `attachment; filename="${name.replace(/[^\w.-]/g, '_')}"; filename*=UTF-8''${encoded(name)}`;
};
