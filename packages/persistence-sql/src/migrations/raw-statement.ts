import { type Compilable, CompiledQuery } from 'kysely';

/** A statement that both databases take as it is written, without parameters. */
export const rawStatement = (text: string): Compilable => ({ compile: () => CompiledQuery.raw(text) });
