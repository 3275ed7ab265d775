import type { FileMode, ShownFile } from '@svc/core/model';
import { z } from 'zod';
import { count } from './fields.js';
import { gitIdOut } from './git-commits.js';

/** As `git ls-tree` prints it. */
export const modeView = (mode: FileMode): string => mode.toString(8).padStart(6, '0');

/** What a commit has at a path. */
export const fileFields = {
  mode: z.string().meta({ description: 'In octal, six digits' }),
  id: gitIdOut,
  size: count.meta({
    description: 'Bytes of what people get: of the object, never of its LFS pointer; of all files below a folder',
  }),
  oid: z.string().optional().meta({ description: 'SHA-256 of the bytes, where the service knows it' }),
  is_lfs: z.boolean().meta({ description: 'Whether Git has an LFS pointer there' }),
  is_stored: z.boolean().meta({ description: 'Whether the repository has the bytes' }),
};

export const fileSchema = z.strictObject(fileFields);

export const fileView = ({ mode, id, sizeBytes, oid, isLfs, isStored }: ShownFile): z.input<typeof fileSchema> => ({
  mode: modeView(mode),
  id,
  size: sizeBytes,
  oid,
  is_lfs: isLfs,
  is_stored: isStored,
});
