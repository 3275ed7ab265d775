import { createHash } from 'node:crypto';

export interface SmallObject {
  readonly oid: string;
  readonly size: number;
  readonly bytes: Buffer;
}

export const smallObjects = (count: number, kind: string): readonly SmallObject[] =>
  Array.from({ length: count }, (_, at) => {
    const bytes = Buffer.from(`benchmark object ${kind} ${at}`);
    return { oid: createHash('sha256').update(bytes).digest('hex'), size: bytes.byteLength, bytes };
  });
