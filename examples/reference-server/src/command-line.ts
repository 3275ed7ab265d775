import {
  type AppError,
  type Application,
  type EmailUnverified,
  isSlug,
  type Organization,
  type SetPlan,
  type Slug,
  type UserReference,
} from '@svc/core';
import { DAY_MS, isId, isPlanId, isRole, type PlanId, planIds, plans, type Role, roles, type UserId } from '@svc/core/model';
import { Command, InvalidArgumentError } from 'commander';
import type { ResultAsync } from 'neverthrow';

/** What a command of the operator can fail with. */
export type OperatorError = AppError | EmailUnverified;

/** What the commands do to the world outside of them. */
export interface CommandLineHost {
  readonly serve: () => Promise<void>;
  /** Runs a use case on the server's data and returns its value; rejects with what `describe` makes of its error. */
  readonly operate: <T, E extends OperatorError>(
    act: (operator: Application['operator']) => ResultAsync<T, E>,
    describe: (error: E) => string,
  ) => Promise<T>;
  /** A line for the person at the terminal. */
  readonly say: (line: string) => void;
}

const DEFAULT_SESSION_DAYS = 30;

/** The `svc-server` command, of a version. Rejects with commander's errors, and with what the host rejects with. */
export const createCommandLine = (host: CommandLineHost, version: string): Command => {
  const program = new Command('svc-server')
    .description(
      'Large-file storage and versioning. Settings come from the environment and from a .env file in the working directory.',
    )
    .version(version, '--version')
    .exitOverride()
    .showSuggestionAfterError(false)
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error:/, 'svc-server:')) });
  program.command('serve').description('run the server; svc-server without a command does the same').action(host.serve);
  addUserCommands(program, host);
  addMemberCommands(program, host);
  addOrganizationCommands(program, host);
  addSessionCommands(program, host);
  return program;
};

const addUserCommands = (program: Command, { operate, say }: CommandLineHost): void => {
  const user = program.command('user').description('who may sign in');
  user
    .command('add <email>')
    .description('add a user')
    .option('--name <name>', 'how the user is called')
    .action(async (email: string, { name }: { readonly name?: string }) => {
      const { isNew } = await operate((operator) => operator.addUser({ email, name }), aboutUser(email));
      say(isNew ? `added ${email}` : `${email} is there already`);
    });
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

const addMemberCommands = (program: Command, { operate, say }: CommandLineHost): void => {
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

const addOrganizationCommands = (program: Command, { operate, say }: CommandLineHost): void => {
  const organization = program.command('organization').description('what an organization may use');
  const set = async (command: SetPlan): Promise<void> => {
    const changed = await operate(
      (operator) => operator.setPlan(command),
      ({ kind }) => (kind === 'not_found' ? `there is no organization ${command.organization}` : 'the database does not answer'),
    );
    say(describePlan(changed));
  };
  organization
    .command('plan')
    .description('set the plan of an organization; what it has stays')
    .argument('<organization>', 'its slug', slug)
    .argument('<plan>', planIds.join(', '), plan)
    .action((of: Slug, planId: PlanId) => set({ organization: of, planId }));
  organization
    .command('byos-addon')
    .description('give an organization the add-on for storage connections, or take it away; connections stay')
    .argument('<organization>', 'its slug', slug)
    .argument('<state>', 'on, off', onOrOff)
    .action((of: Slug, hasByosAddOn: boolean) => set({ organization: of, hasByosAddOn }));
};

const describePlan = ({ slug: name, planId, hasByosAddOn }: Organization): string => {
  if (!plans[planId].byosNeedsAddOn) return `${name} is on ${planId}`;
  return `${name} is on ${planId}, ${hasByosAddOn ? 'with' : 'without'} the add-on for storage connections`;
};

const addSessionCommands = (program: Command, { operate, say }: CommandLineHost): void => {
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

const reference = (named: string): UserReference => (isId<UserId>(named) ? { userId: named } : { email: named });

const aboutUser =
  (named: string) =>
  (error: OperatorError): string => {
    switch (error.kind) {
      case 'bad_request':
        return `${named} is no e-mail address`;
      case 'not_found':
        return `there is no user ${named}`;
      case 'email_unverified':
        return `nobody has verified ${named}; name one of those who claim it by id: ${error.userIds.join(', ')}`;
      case 'forbidden':
        return `${named} is suspended`;
      case 'conflict':
        return 'an organization keeps at least one OWNER';
      case 'quota_exceeded':
        return `the plan of the organization ends at ${error.limit} members`;
      default:
        return 'the database does not answer';
    }
  };

const slug = (text: string): Slug => {
  if (isSlug(text)) return text;
  throw new InvalidArgumentError('It is no slug of an organization.');
};

const plan = (text: string): PlanId => {
  if (isPlanId(text)) return text;
  throw new InvalidArgumentError(`Choose one of ${planIds.join(', ')}.`);
};

const onOrOff = (text: string): boolean => {
  if (text === 'on' || text === 'off') return text === 'on';
  throw new InvalidArgumentError('Choose on or off.');
};

const role = (text: string): Role => {
  if (isRole(text)) return text;
  throw new InvalidArgumentError(`Choose one of ${roles.join(', ')}.`);
};

const days = (text: string): number => {
  if (/^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 365) return Number(text);
  throw new InvalidArgumentError('Choose a number from 1 to 365.');
};
