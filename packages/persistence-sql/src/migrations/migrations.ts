import { initialSchema } from './0001-initial-schema/initial-schema.js';
import type { Migration } from './migration.js';

/** All steps, in their order. */
export const migrations: readonly Migration[] = [initialSchema];
