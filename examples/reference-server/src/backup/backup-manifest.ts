import { isObjectKey, type ObjectKey } from '@svc/core/model';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { StartProblem } from '../start-problem.js';

/** Why the bytes of a blob are not in a back-up. */
export const blobProblems = ['missing', 'wrong length', 'damaged', 'unreadable'] as const;
export type BlobProblem = (typeof blobProblems)[number];

export interface BlobInTrouble {
  readonly key: string;
  readonly problem: BlobProblem;
}

/** So many are named. */
export const maxNamedProblems = 1000;

const manifest = z.object({
  format: z.literal(1),
  id: z.string(),
  takenAt: z.iso.datetime(),
  serverVersion: z.string(),
  database: z.object({ sizeBytes: z.number().int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  blobs: z.number().int(),
  /** What was not right in the storage already when the back-up was taken. */
  problems: z.number().int(),
  named: z.array(z.object({ key: z.string(), problem: z.enum(blobProblems) })),
});

/** What a back-up consists of. It is written last: a back-up without one was not brought to its end, and is none. */
export type BackupManifest = z.output<typeof manifest>;

const invariantKey = (text: string): ObjectKey => {
  if (!isObjectKey(text)) throw new Error(`invariant: ${text} is a key`);
  return text;
};

/** What is none would lead elsewhere. */
export const isBackupId = (text: string): boolean => /^[0-9TZ]+-[0-9a-f]+$/.test(text);

export const backupsFolder = invariantKey('backups');
/** What back-ups share, beside which they have nothing but the folder of each. */
export const sharedFolders: readonly ObjectKey[] = ['repositories', 'contents'].map(invariantKey);
export const manifestKey = (id: string): ObjectKey => invariantKey(`${backupsFolder}/${id}/manifest`);
export const databaseKey = (id: string): ObjectKey => invariantKey(`${backupsFolder}/${id}/database`);

/** Lies in a bucket from the beginning of a back-up to its end: a folder is claimed instead. */
export const begunKey = (id: string): ObjectKey => invariantKey(`${backupsFolder}/${id}/begun`);
export const pruningFolder = invariantKey(`${backupsFolder}/pruning`);
/** Lies in a bucket while back-ups are removed from it: each removal has its own, so that none takes away the mark of another. */
export const pruningKey = (id: string): ObjectKey => invariantKey(`${pruningFolder}/${id}`);

/** The back-up that something below `backups` is of; undefined for another key. */
export const folderOfKey = (key: ObjectKey): string | undefined => /^backups\/([0-9TZ]+-[0-9a-f]+)\//.exec(key)?.[1];

/** The back-up whose manifest lies at the key; undefined for another key. */
export const backupOfKey = (key: ObjectKey): string | undefined => /^backups\/([0-9TZ]+-[0-9a-f]+)\/manifest$/.exec(key)?.[1];

/** In the order of time, to the millisecond. */
export const newBackupId = (at: Date, random: string): string => `${at.toISOString().replaceAll(/[-:.]/g, '')}-${random}`;

/** When the back-up was taken, in milliseconds; NaN where the id does not say so. */
export const timeOfBackup = (id: string): number => {
  const [, year, month, day, hour, minute, second, millisecond] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-/.exec(id) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${millisecond}Z`);
};

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** One line of JSON, and one with its SHA-256. */
export const manifestText = (of: BackupManifest): string => {
  const text = JSON.stringify(of);
  return `${text}\n${digestOf(text)}\n`;
};

/** Of this back-up nothing can be told; others may be right. */
export class UnreadableManifest extends StartProblem {}

/** Throws an `UnreadableManifest` for one that is damaged, or that a later version has written. */
export const parseManifest = (id: string, text: string): BackupManifest => {
  const [json = '', digest] = text.split('\n');
  if (digest !== digestOf(json)) throw new UnreadableManifest(`the manifest of the back-up ${id} is damaged`);
  const parsed = manifest.safeParse(JSON.parse(json));
  if (parsed.success && parsed.data.id === id) return parsed.data;
  throw new UnreadableManifest(`this version cannot read the back-up ${id}; the version that wrote it, or a later one, can`);
};
