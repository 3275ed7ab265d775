import { type AnyId, idPattern, isId } from '@svc/core';
import { branded } from './branded.js';

/** A lower-case UUID that comes in. */
export const id = <Id extends AnyId>() => branded<Id>(idPattern, (text): text is Id => isId<Id>(text)).meta({ format: 'uuid' });
