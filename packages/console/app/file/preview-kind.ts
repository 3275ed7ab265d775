const imageTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  bmp: 'image/bmp',
  svg: 'image/svg+xml',
};

export type PreviewKind =
  { readonly kind: 'image'; readonly type: string } | { readonly kind: 'markdown' } | { readonly kind: 'text' };

const extensionOf = (name: string): string => /\.([^.]+)$/.exec(name.toLowerCase())?.[1] ?? '';

/** How a file of this name is shown. What calls itself text is looked at before it is believed. */
export const previewKind = (name: string): PreviewKind => {
  const extension = extensionOf(name);
  const type = imageTypes[extension];
  if (type !== undefined) return { kind: 'image', type };
  return extension === 'md' || extension === 'markdown' ? { kind: 'markdown' } : { kind: 'text' };
};

const kilobyte = 1000;

/** The most that is fetched to be shown. */
export const previewBytes = (name: string): number => (previewKind(name).kind === 'image' ? 20_000 : 256) * kilobyte;

/** The text of bytes, or undefined where they are none. The end may be in the middle of a character. */
export const textOf = (bytes: Uint8Array): string | undefined => {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
};
