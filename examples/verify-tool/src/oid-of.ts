import { isOid, type Oid } from '@svc/core/verify';

/** The oid that a text is, or that a path ends with: stored objects are named `.../objects/aa/bb/<oid>`. */
export const oidOf = (text: string): Oid | undefined => {
  const name = text.split('/').at(-1) ?? '';
  return isOid(name) ? name : undefined;
};
