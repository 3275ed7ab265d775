import type { ObjectRequest } from '@svc/core/model';
import { z } from 'zod';
import { byteCount, oid } from './fields.js';

const named = <T extends { readonly oid: ObjectRequest['oid']; readonly size: number }>({ oid, size }: T): ObjectRequest => ({
  oid,
  sizeBytes: size,
});

export const strictVerifyBody = z.strictObject({ oid, size: byteCount }).transform(named);
export const lenientVerifyBody = z.object({ oid, size: byteCount }).transform(named);
export const verifyReply = z.strictObject({});
