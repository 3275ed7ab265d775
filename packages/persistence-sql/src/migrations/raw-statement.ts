import { type Compilable, CompiledQuery } from 'kysely';

/** A statement that a database takes as it is written, without parameters. */
export const rawStatement = (text: string): Compilable => ({ compile: () => CompiledQuery.raw(text) });
