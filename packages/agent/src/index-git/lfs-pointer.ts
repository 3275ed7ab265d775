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

const extension = /^ext-\d-\w+$/;

/** Reads a file as git-lfs does, which is lenient about white space around it and strict otherwise; undefined when it is no pointer. */
export const readLfsPointer = (bytes: Uint8Array): LfsPointer | undefined => {
  if (bytes.byteLength > maxPointerBytes) return undefined;
  const values: string[] = [];
  for (const line of Buffer.from(bytes).toString('latin1').trim().split(/\r?\n/)) {
    if (line === '') continue;
    const at = line.indexOf(' ');
    const key = line.slice(0, Math.max(at, 0));
    if (key === keys[values.length]) values.push(line.slice(at + 1));
    else if (values.length === keys.length || !extension.test(key)) return undefined;
  }
  const [version = '', oid = '', size = ''] = values;
  const [, hex] = /^sha256:([0-9a-f]{64})$/.exec(oid) ?? [];
  const sizeBytes = /^\d{1,16}$/.test(size) ? Number(size) : NaN;
  if (!versions.has(version) || hex === undefined || !Number.isSafeInteger(sizeBytes)) return undefined;
  return { oid: hex, sizeBytes };
};
