import type { Slug } from '@svc/core';
import { type ApiToken, tokenKinds, type TokenId } from '@svc/core/model';
import type { Command } from 'commander';
import { slug, tokenId } from './arguments.js';
import type { CommandLineHost } from './command-line-host.js';
import { aboutOrganization, noAnswer } from './describe-error.js';
import { dateOf, type Listing, type ListOptions, sayAll, timeOf, withJson } from './list-command.js';

const kindWidth = Math.max(...tokenKinds.map(({ length }) => length));
const dateWidth = '0000-00-00'.length;

const tokens: Listing<ApiToken> = {
  columns: ({ id, kind, createdAt, expiresAt, userId, scopes, name }) => [
    id,
    kind.padEnd(kindWidth),
    dateOf(createdAt),
    expiresAt === undefined ? 'never'.padEnd(dateWidth) : dateOf(expiresAt),
    userId,
    scopes.join(','),
    name,
  ],
  fields: ({ id, organizationId, userId, name, kind, scopes, repositoryId, createdAt, expiresAt }) => ({
    id,
    organization_id: organizationId,
    user_id: userId,
    name,
    kind,
    scopes,
    repository_id: repositoryId,
    created_at: timeOf(createdAt),
    expires_at: expiresAt === undefined ? undefined : timeOf(expiresAt),
  }),
};

export const addTokenCommands = (program: Command, host: CommandLineHost): void => {
  const { operate, say } = host;
  const token = program.command('token').description('credentials of programs');
  withJson(token.command('list').description('the tokens of an organization, newest first: all but their secrets'))
    .argument('<organization>', 'its slug', slug)
    .action((organization: Slug, options: ListOptions) =>
      sayAll(
        host,
        (operator, page) => operator.listTokens({ organization }, page),
        tokens,
        options,
        aboutOrganization(organization),
      ),
    );
  token
    .command('revoke')
    .description('end a token for good from the next request on')
    .argument('<token>', 'its id', tokenId)
    .action(async (id: TokenId) => {
      const { userId } = await operate(
        (operator) => operator.revokeToken(id),
        ({ kind }) => (kind === 'not_found' ? `there is no token ${id}` : noAnswer),
      );
      say(`revoked ${id} of the user ${userId}`);
    });
};
