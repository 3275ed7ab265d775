import type { Organization, SetPlan, Slug } from '@svc/core';
import { type PlanId, planIds, plans } from '@svc/core/model';
import type { Command } from 'commander';
import { onOrOff, plan, slug } from './arguments.js';
import type { CommandLineHost } from './command-line-host.js';
import { aboutOrganization, noAnswer } from './describe-error.js';
import { dateOf, type Listing, type ListOptions, sayAll, timeOf, withJson } from './list-command.js';

const planWidth = Math.max(...planIds.map(({ length }) => length));

const organizations: Listing<Organization> = {
  columns: ({ id, planId, createdAt, slug: name, name: title }) => [id, planId.padEnd(planWidth), dateOf(createdAt), name, title],
  fields: ({ id, name, slug: short, planId, hasByosAddOn, createdAt }) => ({
    id,
    name,
    slug: short,
    plan_id: planId,
    byos_addon: hasByosAddOn,
    created_at: timeOf(createdAt),
  }),
};

const describePlan = ({ slug: name, planId, hasByosAddOn }: Organization): string => {
  if (!plans[planId].byosNeedsAddOn) return `${name} is on ${planId}`;
  return `${name} is on ${planId}, ${hasByosAddOn ? 'with' : 'without'} the add-on for storage connections`;
};

export const addOrganizationCommands = (program: Command, host: CommandLineHost): void => {
  const organization = program.command('organization').description('organizations, and what they may use');
  const set = async (command: SetPlan): Promise<void> => {
    const changed = await host.operate((operator) => operator.setPlan(command), aboutOrganization(command.organization));
    host.say(describePlan(changed));
  };
  withJson(organization.command('list').description('every organization, by slug')).action((options: ListOptions) =>
    sayAll(
      host,
      (operator, page) => operator.listOrganizations(page),
      organizations,
      options,
      () => noAnswer,
    ),
  );
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
