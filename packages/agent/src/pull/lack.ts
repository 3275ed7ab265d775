import type { ApiError } from '@svc/client';
import type { Oid } from '@svc/core';
import { type DamagedObject, damagedWhereStored } from './damaged-object.js';

/** What a bucket turns out not to have: the object, or the bytes of it that are to come. */
export type Lack = 'object' | 'rest';

/** What the answer of a bucket says it does not have. The service says that, too, but in words of its own, and then there is more to it than this. */
export const lackIn = ({ code }: ApiError): Lack | undefined => {
  if (code === 'http_404') return 'object';
  return code === 'http_416' ? 'rest' : undefined;
};

/** The service vouches for the object and has said where it is; `fromByte`: the first one that did not come. */
export const lackProblem = (lack: Lack, oid: Oid, fromByte: number, sizeBytes: number): DamagedObject => {
  const problem = lack === 'object' ? 'it is missing' : `bytes ${fromByte} to ${sizeBytes - 1} are missing`;
  return damagedWhereStored(oid, problem);
};
