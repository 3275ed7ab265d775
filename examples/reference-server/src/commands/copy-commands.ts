import type { Command } from 'commander';
import { databaseUrl, type NamedDatabase } from '../config/database-url.js';
import { StartProblem } from '../start-problem.js';
import type { CommandLineHost } from './command-line-host.js';

/** Commander repeats what it refuses, and a URL may hold a password. */
const databaseOf = (option: string, text: string): NamedDatabase => {
  const parsed = databaseUrl.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new StartProblem(`${option} ${parsed.error.issues[0]?.message ?? 'cannot be used'}`);
};

export const addCopyCommands = (program: Command, { copyRecords }: CommandLineHost): void => {
  const place = 'a URL as in DATABASE_URL, a file, or the data directory of a server';
  program
    .command('copy')
    .description('copy the database of a server that is stopped into an empty one, of whichever kind; not the files')
    .requiredOption('--from <database>', place)
    .requiredOption('--to <database>', place)
    .action(({ from, to }: { readonly from: string; readonly to: string }) =>
      copyRecords({ from: databaseOf('--from', from), to: databaseOf('--to', to) }),
    );
};
