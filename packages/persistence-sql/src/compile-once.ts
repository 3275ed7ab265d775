import { type Compilable, type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from './schema.js';

/** Stands in a query for the value that is given at its place in the list of arguments. */
export type Parameter = <T>(index: number) => RawBuilder<T>;

/** Sends a query that was compiled before. */
export type LookUp<Row> = (db: Kysely<Schema>, values: readonly unknown[]) => Promise<readonly Row[]>;

/**
 * Compiling a query takes longer than SQLite needs to answer it, so those of every request are compiled once: `build` puts parameters where
 * values would stand.
 */
export const compileOnce = <Row>(build: (parameter: Parameter) => Compilable<Row>): LookUp<Row> => {
  const slots: object[] = [];
  const parameter: Parameter = (index) => {
    const slot = (slots[index] ??= {});
    return sql`${slot}`;
  };
  const compiled: CompiledQuery<Row> = build(parameter).compile();
  const fill = compiled.parameters.map((value) => {
    const index = slots.findIndex((slot) => slot === value);
    return (values: readonly unknown[]): unknown => (index < 0 ? value : values[index]);
  });
  return async (db, values) => {
    const parameters = fill.map((at) => at(values));
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows;
  };
};
