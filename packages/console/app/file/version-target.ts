import type { ApiSchema } from '@svc/client';

export type Version = ApiSchema<'browsing.versions.200'>['versions'][number];

const folderMode = '040000';

/** What there is to look at of a version of a path: the file, the folder that was there in its place, or the commit where nothing is there any more. */
export const versionTarget = ({ file }: Pick<Version, 'file'>): 'file' | 'folder' | 'commit' => {
  if (file === undefined) return 'commit';
  return file.mode === folderMode ? 'folder' : 'file';
};
