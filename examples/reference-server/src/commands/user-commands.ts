import type { User } from '@svc/core';
import { userStatuses } from '@svc/core/model';
import type { Command } from 'commander';
import { reference } from './arguments.js';
import type { CommandLineHost } from './command-line-host.js';
import { aboutUser, noAnswer } from './describe-error.js';
import { dateOf, type Listing, type ListOptions, sayAll, timeOf, withJson } from './list-command.js';

const statusWidth = Math.max(...userStatuses.map(({ length }) => length));

const emailOf = ({ email, emailVerified }: User): string =>
  email === undefined ? '-' : emailVerified ? email : `${email} (unverified)`;

const users: Listing<User> = {
  columns: (user) => [user.id, user.status.padEnd(statusWidth), dateOf(user.createdAt), emailOf(user), user.name],
  fields: ({ id, email, emailVerified, name, status, createdAt }) => ({
    id,
    email,
    email_verified: emailVerified,
    name,
    status,
    created_at: timeOf(createdAt),
  }),
};

export const addUserCommands = (program: Command, host: CommandLineHost): void => {
  const { operate, say } = host;
  const user = program.command('user').description('who may sign in');
  user
    .command('add <email>')
    .description('add a user')
    .option('--name <name>', 'how the user is called')
    .action(async (email: string, { name }: { readonly name?: string }) => {
      const { isNew } = await operate((operator) => operator.addUser({ email, name }), aboutUser(email));
      say(isNew ? `added ${email}` : `${email} is there already`);
    });
  withJson(user.command('list').description('everybody, by id')).action((options: ListOptions) =>
    sayAll(
      host,
      (operator, page) => operator.listUsers(page),
      users,
      options,
      () => noAnswer,
    ),
  );
  user
    .command('suspend <user>')
    .description('shut a user, named by e-mail or id, out from the next request on')
    .action(async (named: string) => {
      await operate((operator) => operator.suspendUser(reference(named)), aboutUser(named));
      say(`suspended ${named}`);
    });
  user
    .command('resume <user>')
    .description('let a suspended user in again')
    .action(async (named: string) => {
      await operate((operator) => operator.resumeUser(reference(named)), aboutUser(named));
      say(`resumed ${named}`);
    });
};
