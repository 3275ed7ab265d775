import { isObjectKey } from '@svc/core/model';
import { type Command, InvalidArgumentError } from 'commander';
import type { NamedPlace } from '../backup/place-storage.js';
import { StartProblem } from '../start-problem.js';
import { given } from './arguments.js';
import type { CommandLineHost } from './command-line-host.js';

const bucketName = /^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$/;

/** A folder, or `s3://<bucket>/<prefix>`. */
const placeOf = (option: string, text: string): NamedPlace => {
  if (!text.startsWith('s3:')) return { kind: 'fs', root: given(option, text) };
  const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]*)\/?(.*?)\/?$/.exec(text) ?? [];
  const isRight = bucketName.test(bucket) && (prefix === '' || isObjectKey(prefix));
  if (!isRight) throw new StartProblem(`${option} must be a folder, or like s3://bucket/prefix`);
  return { kind: 's3', bucket, prefix };
};

interface RestoreOptions {
  readonly from: string;
  readonly backup?: string;
  readonly check?: boolean;
  readonly evenIfDamaged?: boolean;
}

interface PruneOptions {
  readonly from: string;
  readonly keepLast: number;
  readonly keepWithin?: number;
  readonly noneRuns?: boolean;
}

const count = (text: string): number => {
  if (/^\d{1,6}$/.test(text) && Number(text) >= 1) return Number(text);
  throw new InvalidArgumentError('Choose a number from 1 to 999999.');
};

export const addBackupCommands = (
  program: Command,
  { backUp, pruneBackups, restoreBackup, sayBackups }: CommandLineHost,
): void => {
  const place = 'a folder, or s3://bucket/prefix of a bucket that is reached by the S3_ settings';
  program
    .command('backup')
    .description(
      'add a back-up of database and files to those that are there, beside a server that runs; again, only what is new',
    )
    .requiredOption('--to <place>', place)
    .action(({ to }: { readonly to: string }) => backUp(placeOf('--to', to)));
  program
    .command('backups')
    .description('list the back-ups that were brought to their end')
    .requiredOption('--from <place>', place)
    .action(({ from }: { readonly from: string }) => sayBackups(placeOf('--from', from)));
  program
    .command('prune-backups')
    .description('remove old back-ups, and the files that only they need')
    .requiredOption('--from <place>', place)
    .requiredOption('--keep-last <number>', 'keep so many of the latest, at least one', count)
    .option('--keep-within <days>', 'keep those, too, that are no older', count)
    .option(
      '--none-runs',
      'go on although a back-up into the bucket, or a removal from it, was begun and not ended: it was killed',
    )
    .action(({ from, keepLast: last, keepWithin: withinDays = 0, noneRuns = false }: PruneOptions) =>
      pruneBackups({ from: placeOf('--from', from), keep: { last, withinDays }, noneRuns }),
    );
  program
    .command('restore')
    .description('restore a back-up into the empty database and the storage that the settings name, of whichever kinds')
    .requiredOption('--from <place>', place)
    .option('--backup <id>', 'another one than the latest')
    .option('--check', 'read all of it, verify it, and write nothing')
    .option('--even-if-damaged', 'go on where files are missing or damaged')
    .action(({ from, backup: id, check = false, evenIfDamaged = false }: RestoreOptions) =>
      restoreBackup({ from: placeOf('--from', from), id, checkOnly: check, evenIfDamaged }),
    );
};
