import { isOid, type Oid } from '@svc/core';
import { isContentName, type PackName } from '@svc/core/model';
import { err, ok, type Result } from 'neverthrow';
import { type ApiError, malformedAnswer } from './api-error.js';

/** An object's name. What the client goes on with becomes names of files and parts of paths, so it is nothing else. */
export const readOid = (text: string): Result<Oid, ApiError> => (isOid(text) ? ok(text) : err(malformedAnswer('oid')));

export const readPackName = (text: string): Result<PackName, ApiError> =>
  isContentName<PackName>(text) ? ok(text) : err(malformedAnswer('name of a pack'));
