import type { ApiSchema } from '@svc/client';

export type Folders = ApiSchema<'repositories.storageFolders.200'>;

/** One part of what a folder occupies. */
export interface FolderPart {
  readonly label: string;
  /** Of a folder that can be looked into. */
  readonly path?: string;
  readonly objects: number;
  readonly logicalBytes: number;
  readonly physicalBytes: number;
}

const nameOf = (path: string): string => path.split('/').at(-1) ?? path;

/** The parts of a folder: folders in it, what lies in it directly or in folders that are not listed, and beside the outermost one what has no name. */
export const partsOf = ({ folder, folders, unnamed, next_cursor: next }: Folders): readonly FolderPart[] => {
  const listed = folders.map((each) => ({
    label: `${nameOf(each.path)}/`,
    path: each.path,
    objects: each.object_count,
    logicalBytes: each.logical_bytes,
    physicalBytes: each.physical_bytes,
  }));
  const withoutName =
    unnamed === undefined || unnamed.object_count === 0
      ? []
      : [
          {
            label: 'Without a name',
            objects: unnamed.object_count,
            logicalBytes: unnamed.logical_bytes,
            physicalBytes: unnamed.physical_bytes,
          },
        ];
  const rest = listed.reduce(
    (left, each) => ({
      objects: left.objects - each.objects,
      logicalBytes: left.logicalBytes - each.logicalBytes,
      physicalBytes: left.physicalBytes - each.physicalBytes,
    }),
    { objects: folder.object_count, logicalBytes: folder.logical_bytes, physicalBytes: folder.physical_bytes },
  );
  const here =
    rest.objects <= 0 ? [] : [{ label: next === undefined ? 'Files here' : 'Files here, and smaller folders', ...rest }];
  return [...listed, ...here, ...withoutName].toSorted((one, other) => other.physicalBytes - one.physicalBytes);
};
