import { err, type Result } from 'neverthrow';
import { absent, type NotFound } from '../../model/app-error.js';
import { isOfDamage } from '../../steps/integrity/is-of-damage.js';

/**
 * What comes of reading a registered object. Where its bytes are not there, or are others, `tell` is called, so that it is looked at and noted, and it is
 * `not_found` with the reason `damaged`.
 */
export const soundOrDamaged = async <T, E extends { readonly kind: string }>(
  tell: () => void,
  read: () => Promise<Result<T, E | NotFound>>,
): Promise<Result<T, E | NotFound>> => {
  try {
    const outcome = await read();
    if (outcome.isOk() || outcome.error.kind !== 'not_found') return outcome;
  } catch (fault) {
    if (!isOfDamage(fault)) throw fault;
  }
  tell();
  return err(absent('damaged'));
};
