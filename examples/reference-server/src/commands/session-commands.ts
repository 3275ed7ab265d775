import { DAY_MS } from '@svc/core/model';
import type { Command } from 'commander';
import { days, reference } from './arguments.js';
import type { CommandLineHost } from './command-line-host.js';
import { aboutUser } from './describe-error.js';

const DEFAULT_SESSION_DAYS = 30;

export const addSessionCommands = (program: Command, { operate, say }: CommandLineHost): void => {
  program
    .command('session')
    .description('credentials of users')
    .command('create <user>')
    .description('print a new session credential of the user, and nothing else')
    .option('--days <days>', 'how long it lasts', days, DEFAULT_SESSION_DAYS)
    .action(async (named: string, options: { readonly days: number }) => {
      const command = { ...reference(named), lifetimeMs: options.days * DAY_MS };
      const { secret } = await operate((operator) => operator.createSession(command), aboutUser(named));
      say(secret);
    });
};
