import type { Slug } from '@svc/core';
import { type Role, roles } from '@svc/core/model';
import type { Command } from 'commander';
import { reference, role, slug } from './arguments.js';
import type { CommandLineHost } from './command-line-host.js';
import { aboutUser } from './describe-error.js';

export const addMemberCommands = (program: Command, { operate, say }: CommandLineHost): void => {
  program
    .command('member')
    .description('who belongs to an organization')
    .command('add')
    .description('make a user a member of an organization, or change the role of one who is')
    .argument('<organization>', 'its slug', slug)
    .argument('<user>', 'e-mail or id')
    .requiredOption('--role <role>', roles.join(', '), role)
    .action(async (organization: Slug, named: string, options: { readonly role: Role }) => {
      await operate(
        (operator) => operator.setMember({ organization, role: options.role, ...reference(named) }),
        (error) =>
          error.kind === 'not_found' ? `there is no user ${named}, or no organization ${organization}` : aboutUser(named)(error),
      );
      say(`${named} is ${options.role} of ${organization}`);
    });
};
