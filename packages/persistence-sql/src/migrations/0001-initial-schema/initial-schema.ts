import type { Migration } from '../migration.js';
import { accounts, usersAndOrganizations } from './accounts.js';
import { journals } from './journals.js';
import { messages } from './messages.js';
import { objects } from './objects.js';
import { repositories } from './repositories.js';
import { transfers } from './transfers.js';
import { usage } from './usage.js';

/** Every table of release 0.1.0, in an order in which each finds what it refers to. */
export const initialSchema: Migration = {
  number: 1,
  name: 'initial-schema',
  statements: (schema, dialect) =>
    [usersAndOrganizations, repositories, objects, transfers, accounts, usage, journals, messages].flatMap((tablesOf) =>
      tablesOf(schema, dialect),
    ),
};
