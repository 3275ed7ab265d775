import { createCipheriv, createHash } from 'node:crypto';

/** Bytes with the names that a client gives them. */
export interface TestObject {
  readonly oid: string;
  readonly size: number;
  readonly bytes: Buffer;
}

/** What requests say of an object. */
export const named = ({ oid, size }: Pick<TestObject, 'oid' | 'size'>) => ({ oid, size });

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export const objectOf = (bytes: Buffer): TestObject => ({ oid: sha256(bytes), size: bytes.byteLength, bytes });

/** Bytes that look random and are the same for the same name. */
export const bytesNamed = (name: string, size: number): Buffer =>
  createCipheriv('aes-256-ctr', createHash('sha256').update(name).digest(), Buffer.alloc(16)).update(Buffer.alloc(size));

export const objectNamed = (name: string, size: number): TestObject => objectOf(bytesNamed(name, size));
