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

const audioTypes: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
  m4a: 'audio/mp4',
};

const videoTypes: Readonly<Record<string, string>> = { mp4: 'video/mp4', webm: 'video/webm', mov: 'video/quicktime' };

/** Files of which the readers of their formats ask for the ranges that they need. */
const readerKinds = { parquet: 'parquet', gguf: 'gguf' } as const;

const plainKinds = {
  md: 'markdown',
  markdown: 'markdown',
  csv: 'table',
  tsv: 'table',
  safetensors: 'tensors',
  ipynb: 'notebook',
} as const;

export type ReaderKind = (typeof readerKinds)[keyof typeof readerKinds];

export type PreviewKind =
  | { readonly kind: 'image' | 'audio' | 'video'; readonly type: string }
  | { readonly kind: (typeof plainKinds)[keyof typeof plainKinds] | ReaderKind | 'text' };

const isKeyOf = <T extends object>(record: T, key: string): key is Extract<keyof T, string> => Object.hasOwn(record, key);

export const extensionOf = (name: string): string => /\.([^.]+)$/.exec(name.toLowerCase())?.[1] ?? '';

const mediaTypes = { image: imageTypes, audio: audioTypes, video: videoTypes } as const;

const mediaKind = (extension: string): PreviewKind | undefined => {
  for (const kind of ['image', 'audio', 'video'] as const) {
    const types = mediaTypes[kind];
    if (isKeyOf(types, extension)) return { kind, type: types[extension] ?? '' };
  }
  return undefined;
};

/** How a file of this name is shown. What calls itself text is looked at before it is believed. */
export const previewKind = (name: string): PreviewKind => {
  const extension = extensionOf(name);
  const media = mediaKind(extension);
  if (media !== undefined) return media;
  if (isKeyOf(readerKinds, extension)) return { kind: readerKinds[extension] };
  return { kind: isKeyOf(plainKinds, extension) ? plainKinds[extension] : 'text' };
};

export const isReaderKind = (kind: PreviewKind['kind']): kind is ReaderKind => isKeyOf(readerKinds, kind);

const kilobyte = 1000;
const megabyte = 1000 * kilobyte;

/** The most that is fetched to be shown: media and notebooks are shown whole or not at all. */
const mostBytes: Readonly<Record<PreviewKind['kind'], number>> = {
  image: 20 * megabyte,
  audio: 50 * megabyte,
  video: 100 * megabyte,
  markdown: 256 * kilobyte,
  table: 256 * kilobyte,
  text: 256 * kilobyte,
  // As large as a header of tensors may be: the file says how much of it is one.
  tensors: 25 * megabyte,
  // A notebook cut off is no JSON.
  notebook: 10 * megabyte,
  // Of these the readers fetch what they need, and count it themselves.
  parquet: 0,
  gguf: 0,
};

/** How many bytes of a file are fetched to be shown; 0 where it is too large for that. */
export const previewBytes = (name: string, sizeBytes: number): number => {
  const { kind } = previewKind(name);
  const isWhole = kind === 'image' || kind === 'audio' || kind === 'video' || kind === 'notebook';
  if (isWhole && sizeBytes > mostBytes[kind]) return 0;
  return Math.min(sizeBytes, mostBytes[kind]);
};

/** The text of bytes, or undefined where they are none. The end may be in the middle of a character. */
export const textOf = (bytes: Uint8Array): string | undefined => {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
};
