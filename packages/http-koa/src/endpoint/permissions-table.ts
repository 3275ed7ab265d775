import { type Permission, permissionsOfRole, permissionsOfScopes, roles, tokenScopes } from '@svc/core/model';
import type { Access } from './access.js';
import type { Endpoint } from './endpoint.js';
import { markdownTable } from './markdown-table.js';
import { routeParts } from './route.js';

const needs = (access: Access): string => {
  switch (access.kind) {
    case 'open':
      return 'nothing';
    case 'internal':
      return 'an internal address';
    case 'monitoring':
      return 'an internal address, or the token of monitoring';
    case 'signed-in':
      return 'any valid credential';
    case 'session':
      return 'a session';
    case 'organization':
      return `\`${access.permission}\`${access.isSessionOnly === true ? ', a session' : ''}`;
    case 'repository': {
      const also = access.also.map((permission) => `, some bodies \`${permission}\``);
      return [`\`${access.permission}\``, ...also].join('');
    }
    case 'provider-signed':
      return "the billing provider's signature over the body";
    case 'verify-link':
      return 'the token in the URL of a batch';
    case 'signed-upload':
    case 'signed-download':
      return 'the signature in the URL';
  }
};

const permissionOf = (access: Access): Permission | undefined => ('permission' in access ? access.permission : undefined);

const holders = (access: Access): readonly string[] => {
  const permission = permissionOf(access);
  if (permission === undefined) return ['', ''];
  const held = roles.filter((role) => permissionsOfRole[role].has(permission));
  const isForTokens = access.kind !== 'organization' || access.isSessionOnly !== true;
  const reached = tokenScopes.filter((scope) => isForTokens && permissionsOfScopes([scope]).has(permission));
  return [held.join(', '), reached.length === 0 ? 'none' : reached.map((scope) => `\`${scope}\``).join(', ')];
};

const endpointRow = ({ route, base, access }: Endpoint): readonly string[] => {
  const { method, path } = routeParts(route, base ?? 'api');
  return [`\`${method} ${path}\``, needs(access), ...holders(access)];
};

/** Who may call what, as Markdown. */
export const permissionsTable = (endpoints: readonly Endpoint[]): string =>
  [
    '# Permissions',
    '',
    'Written from the rows of the endpoints and the tables of the domain by `npm run generate --workspace @svc/http-koa`; not to be edited.',
    '',
    "A role is what a user is to the organization. On one repository a level of the user's own goes before the role, in both directions, and",
    'visibility `INTERNAL` or `PUBLIC` lets members of the organization, or everybody who is signed in, pull. An API token reaches its own',
    'organization only, a REPO token its repository only, and needs one of the scopes on top of what its maker may do. A caller who may not even',
    'know of a thing gets 404, everybody else without the permission 403.',
    '',
    markdownTable(['Endpoint', 'Needs', 'Roles', 'Token scopes'], endpoints.map(endpointRow)),
    '',
  ].join('\n');
