import type { ApiSchema } from '@svc/client';

type Change = ApiSchema<'browsing.commit.200'>['files'][number];

type NamedPath = Pick<Change, 'path' | 'path_base64'>;

/** Where the older commit has a file that differs: a renamed one at another path. */
export const formerPath = ({
  previous_path: previous,
  previous_path_base64: bytes,
  ...change
}: Pick<Change, 'path' | 'path_base64' | 'previous_path' | 'previous_path_base64'>): NamedPath => {
  if (previous === undefined) return change;
  return { path: previous, ...(bytes !== undefined && { path_base64: bytes }) };
};
