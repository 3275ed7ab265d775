import type { Queries, RecordGroups, Records } from './unit-of-work.js';

/** How an adapter makes each group: its queries out of `Reading`, its records out of `Writing`, a transaction. */
export type RecordGroupMakers<Reading, Writing extends Reading = Reading> = {
  readonly [Name in keyof RecordGroups]: {
    readonly [Part in keyof RecordGroups[Name]]: (source: Part extends 'records' ? Writing : Reading) => RecordGroups[Name][Part];
  };
};

type Make<Source> = (source: Source) => unknown;

/**
 * Makes each group when somebody asks for it, and keeps it: a transaction needs few of them, and making all takes longer than some statements. The getters
 * lie on a prototype, so a source costs one small object, however many groups there are.
 */
const onDemand = <Source, All>(makers: readonly (readonly [name: string, make: Make<Source>])[]): ((source: Source) => All) => {
  class OnDemand {
    readonly #source: Source;
    readonly #made: unknown[] = [];

    constructor(source: Source) {
      this.#source = source;
    }

    static {
      for (const [place, [name, make]] of makers.entries()) {
        Object.defineProperty(this.prototype, name, {
          get(this: OnDemand): unknown {
            return (this.#made[place] ??= make(this.#source));
          },
        });
      }
    }
  }
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- the compiler sees no getter that a loop defines; the makers' type demands all
  return (source) => new OnDemand(source) as All;
};

/**
 * Makes an adapter's queries and records out of its one table of groups. The source of `recordsOf` is a transaction: what its records write is part of it
 * alone.
 */
export const createRecordGroups = <Reading, Writing extends Reading = Reading>(makers: RecordGroupMakers<Reading, Writing>) => {
  const table: Readonly<Record<string, { readonly queries?: Make<Reading>; readonly records?: Make<Writing> }>> = makers;
  const groups = Object.entries(table);
  return {
    queriesOf: onDemand<Reading, Queries>(
      groups.flatMap(([name, { queries }]) => (queries === undefined ? [] : [[name, queries]])),
    ),
    recordsOf: onDemand<Writing, Records>(
      groups.flatMap(([name, { queries, records = queries }]) => (records === undefined ? [] : [[name, records]])),
    ),
  };
};
