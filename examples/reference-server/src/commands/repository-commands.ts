import type { Repository, Slug } from '@svc/core';
import { repositoryVisibilities, storageModes } from '@svc/core/model';
import type { Command } from 'commander';
import { slug } from './arguments.js';
import type { CommandLineHost } from './command-line-host.js';
import { aboutOrganization } from './describe-error.js';
import { dateOf, type Listing, type ListOptions, sayAll, timeOf, withJson } from './list-command.js';

const visibilityWidth = Math.max(...repositoryVisibilities.map(({ length }) => length));
const modeWidth = Math.max(...storageModes.map(({ length }) => length));

const repositories: Listing<Repository> = {
  columns: (repository) => [
    repository.id,
    repository.visibility.padEnd(visibilityWidth),
    repository.storageMode.padEnd(modeWidth),
    dateOf(repository.createdAt),
    repository.slug,
    repository.name,
  ],
  fields: ({ id, organizationId, name, slug: short, visibility, storageMode, generation, createdAt, updatedAt }) => ({
    id,
    organization_id: organizationId,
    name,
    slug: short,
    visibility,
    storage_mode: storageMode,
    generation,
    created_at: timeOf(createdAt),
    updated_at: timeOf(updatedAt),
  }),
};

export const addRepositoryCommands = (program: Command, host: CommandLineHost): void => {
  const repository = program.command('repository').description('what organizations keep');
  withJson(repository.command('list').description('the repositories of an organization, by slug'))
    .argument('<organization>', 'its slug', slug)
    .action((organization: Slug, options: ListOptions) =>
      sayAll(
        host,
        (operator, page) => operator.listRepositories({ organization }, page),
        repositories,
        options,
        aboutOrganization(organization),
      ),
    );
};
