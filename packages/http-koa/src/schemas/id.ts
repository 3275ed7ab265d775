import { type AnyId, idPattern, isId } from '@svc/core/model';
import { z } from 'zod';
import { branded } from './branded.js';

/** A UUID that comes in: with capitals too, as a reader has to take it (RFC 9562, 4). Inside it has none. */
export const id = <Id extends AnyId>() =>
  z
    .string()
    .toLowerCase()
    .pipe(branded(idPattern, (text): text is Id => isId<Id>(text)))
    .meta({ parameter: { type: 'string', format: 'uuid' } });
