import type { ApiSchema } from '@svc/client';

type FoundFile = ApiSchema<'browsing.file.200'>['file'];

/** The URL of the bytes that have this oid. Throws where a file has none, or others: a branch may have moved. */
export const urlOf = ({ oid: found, download }: Pick<FoundFile, 'oid' | 'download'>, oid: string | undefined): string => {
  if (download === undefined) throw new Error('The repository does not have the bytes of this file.');
  if (found !== oid) throw new Error('The file has changed meanwhile. Load the page again.');
  return download.url;
};
