import { isOid, type Oid } from '@svc/core';
import { createHash, randomBytes } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';

export const MIB = 2 ** 20;
export const GIB = 2 ** 30;

/** 1 MiB that compresses to next to nothing, another one for each number. */
export const chunkOf = (number: number): Buffer => Buffer.alloc(MIB, `chunk ${number} again and again `);

const asOid = (hex: string): Oid => {
  if (!isOid(hex)) throw new Error(`${hex} is no oid`);
  return hex;
};

/** The oid of nothing that anybody has. */
export const inventedOid = (): Oid => asOid(randomBytes(32).toString('hex'));

/** The oid of chunks one after the other, so many times. Others get their turn meanwhile: connections of this process may wait. */
export const oidOfRepeated = async (chunks: readonly Uint8Array[], count = 1): Promise<Oid> => {
  const hash = createHash('sha256');
  for (let at = 0; at < count; at += 1) {
    for (const chunk of chunks) hash.update(chunk);
    if (at % 16 === 0) await turn();
  }
  return asOid(hash.digest('hex'));
};
