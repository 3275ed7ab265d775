import type { Command } from 'commander';
import { databaseUrl, type NamedDatabase } from '../config/database-url.js';
import type { NamedStorage } from '../copy-files.js';
import { StartProblem } from '../start-problem.js';
import { given } from './arguments.js';
import type { CommandLineHost } from './command-line-host.js';

/** Commander repeats what it refuses, and a URL may hold a password. */
const databaseOf = (option: string, text: string): NamedDatabase => {
  const parsed = databaseUrl.safeParse(given(option, text));
  if (parsed.success) return parsed.data;
  throw new StartProblem(`${option} ${parsed.error.issues[0]?.message ?? 'cannot be used'}`);
};

/** A folder of this name can be written as a path, such as `./s3`. */
const storageOf = (option: string, text: string): NamedStorage =>
  text === 's3' ? { kind: 's3' } : { kind: 'fs', root: given(option, text) };

interface CopyFilesOptions {
  readonly from: string;
  readonly to: string;
  readonly verify?: boolean;
}

export const addCopyCommands = (program: Command, { copyRecords, copyFiles }: CommandLineHost): void => {
  const place = 'a URL as in DATABASE_URL, a file, or the data directory of a server';
  program
    .command('copy')
    .description('copy the database of a server that is stopped into an empty one, of whichever kind; not the files')
    .requiredOption('--from <database>', place)
    .requiredOption('--to <database>', place)
    .action(({ from, to }: { readonly from: string; readonly to: string }) =>
      copyRecords({ from: databaseOf('--from', from), to: databaseOf('--to', to) }),
    );
  const storage = 'the folder blobs of a data directory, or s3: the bucket of the S3_ settings';
  program
    .command('copy-files')
    .description('copy the files of a server into a bucket, or back, under the same keys; again, only what is new')
    .requiredOption('--from <storage>', storage)
    .requiredOption('--to <storage>', storage)
    .option('--verify', 'read what is there already once more')
    .action(({ from, to, verify = false }: CopyFilesOptions) =>
      copyFiles({ from: storageOf('--from', from), to: storageOf('--to', to), verify }),
    );
};
