/** What a Git LFS pointer stands for. */
export interface LfsPointer {
  readonly oid: string;
  readonly sizeBytes: number;
}

/** git-lfs takes nothing longer for a pointer. */
export const maxPointerBytes = 1024;

/** Those of today and of its beginnings. */
const versions = new Set(['https://git-lfs.github.com/spec/v1', 'https://hawser.github.com/spec/v1', 'http://git-media.io/v/2']);

const keys = ['version', 'oid', 'size'] as const;

/** Only the beginning of a name is looked at: what follows its first letter may be anything. */
const extension = /^ext-(\d)-\w/;

const hash = /^sha256:([0-9a-f]{64})$/;

/** As Go's ParseInt takes it. */
const decimal = /^(?:\+?\d+|-0+)$/;

/** What Unicode takes for white space, in the bytes of UTF-8. */
const blank = String.raw`(?:[\t-\r ]|\xc2[\x85\xa0]|\xe1\x9a\x80|\xe2\x80[\x80-\x8a\xa8\xa9\xaf]|\xe2\x81\x9f|\xe3\x80\x80)`;
const blanksAround = new RegExp(`^${blank}+|${blank}+$`, 'g');

/** The lines with something in them, whose characters are their bytes. */
const linesOf = (bytes: Uint8Array): readonly string[] =>
  Buffer.from(bytes)
    .toString('latin1')
    .replaceAll(blanksAround, '')
    .split(/\r?\n/)
    .filter((line) => line !== '');

/** Each has a hash, and a priority of its own. */
const areSound = (extensions: ReadonlyMap<string, string>): boolean =>
  new Set([...extensions.keys()].map((key) => extension.exec(key)?.[1])).size === extensions.size &&
  [...extensions.values()].every((value) => hash.test(value));

/** Reads a file as git-lfs does, which is lenient about white space around it and strict otherwise; undefined when it is no pointer. */
export const readLfsPointer = (bytes: Uint8Array): LfsPointer | undefined => {
  if (bytes.byteLength > maxPointerBytes) return undefined;
  const values: string[] = [];
  const extensions = new Map<string, string>();
  for (const line of linesOf(bytes)) {
    const at = line.indexOf(' ');
    const key = line.slice(0, Math.max(at, 0));
    const value = line.slice(at + 1);
    if (key === keys[values.length]) values.push(value);
    else if (values.length === keys.length || !extension.test(key)) return undefined;
    else extensions.set(key, value);
  }
  const [version = '', oid = '', size = ''] = values;
  const [, hex] = hash.exec(oid) ?? [];
  const sizeBytes = decimal.test(size) ? Math.abs(Number(size)) : NaN;
  if (!versions.has(version) || hex === undefined || !Number.isSafeInteger(sizeBytes) || !areSound(extensions)) return undefined;
  return { oid: hex, sizeBytes };
};
