import type { ColumnDefinitionBuilder } from 'kysely';

type Column = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;

export const required: Column = (column) => column.notNull();

export const id: Column = (column) => column.primaryKey();

/** A primary key by which a table is clustered: without `not null`, SQLite would take null for one. */
export const clusteringId: Column = (column) => column.primaryKey().notNull();

/** The row goes with the organization. */
export const ofOrganization: Column = (column) => column.notNull().references('organizations.id').onDelete('cascade');

/** The row goes with the repository. */
export const ofRepository: Column = (column) => column.notNull().references('repositories.id').onDelete('cascade');

/** The row goes with the repository that it names, if it names one. */
export const ofAnyRepository: Column = (column) => column.references('repositories.id').onDelete('cascade');

/** Users are never removed. */
export const ofUser: Column = (column) => column.notNull().references('users.id');
