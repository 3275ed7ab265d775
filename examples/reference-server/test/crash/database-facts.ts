import { z } from 'zod';
import type { ServerPlace, SqlWords } from '../server/server-place.js';

/** What the database of a server with one organization and one repository says, read past the server. */
export interface DatabaseFacts {
  readonly generation: number;
  /** Finalized sessions with objects, and objects that Git LFS verified: what each raises the generation once. */
  readonly bumps: number;
  readonly ledgerBytes: number;
  readonly usedBytes: number;
  readonly reservedBytes: number;
  readonly objectBytes: number;
  readonly countedObjects: number;
  readonly countedBytes: number;
  /** Sessions of clients that are neither finalized nor expired. */
  readonly openSessions: number;
  /** Finalized sessions with another number of ledger entries, `finalized` events or `push` events than one. */
  readonly unevenSessions: number;
  /** Objects that Git LFS verified, less the ledger entries for them. */
  readonly unevenLfsObjects: number;
}

const columnsBy = ({ member }: SqlWords): Readonly<Record<keyof DatabaseFacts, string>> => ({
  generation: 'select sum(generation) from repositories',
  bumps: `select (select count(*) from upload_sessions where kind = 'session' and status = 'FINALIZED' and uploaded_objects > 0)
    + (select count(*) from upload_objects join upload_sessions on id = session_id where kind = 'lfs' and state = 'COMPLETED')`,
  ledgerBytes: 'select coalesce(sum(bytes), 0) from ledger_entries',
  usedBytes: 'select sum(used_bytes) from organization_usages',
  reservedBytes: 'select sum(reserved_bytes) from organization_usages',
  objectBytes: 'select coalesce(sum(size_bytes), 0) from objects',
  countedObjects: 'select sum(object_count) from repository_usages',
  countedBytes: 'select sum(physical_bytes) from repository_usages',
  openSessions: `select count(*) from upload_sessions where kind = 'session' and status = 'OPEN'`,
  unevenSessions: `select count(*) from upload_sessions
    left join (select session_id, count(*) as entries from ledger_entries where reason = 'upload_session.finalized' group by 1) as ledger
      on ledger.session_id = id
    left join (select ${member('data', 'session_id')} as session_id,
      count(case when type = 'upload.session.finalized' then 1 end) as finalized, count(case when type = 'repository.push' then 1 end) as pushed from domain_events group by 1) as outbox on outbox.session_id = id
    where kind = 'session' and status = 'FINALIZED' and uploaded_objects > 0
      and (coalesce(entries, 0) <> 1 or coalesce(finalized, 0) <> 1 or coalesce(pushed, 0) <> 1)`,
  unevenLfsObjects: `select (select count(*) from upload_objects join upload_sessions on id = session_id where kind = 'lfs' and state = 'COMPLETED')
    - (select count(*) from ledger_entries where reason = 'lfs.verified')`,
});

const facts = z.object({
  generation: z.number(),
  bumps: z.number(),
  ledgerBytes: z.number(),
  usedBytes: z.number(),
  reservedBytes: z.number(),
  objectBytes: z.number(),
  countedObjects: z.number(),
  countedBytes: z.number(),
  openSessions: z.number(),
  unevenSessions: z.number(),
  unevenLfsObjects: z.number(),
});
const visible = z.array(z.object({ oid: z.string(), size: z.number() }));

export interface DatabaseView {
  readonly facts: DatabaseFacts;
  /** The sizes of all visible objects by their oids. */
  readonly visible: ReadonlyMap<string, number>;
}

/** Reads one state of the database, committed and whole, beside a server that runs. */
export const readDatabase = async ({ rows, sql }: ServerPlace): Promise<DatabaseView> => {
  const list = Object.entries(columnsBy(sql)).map(([name, query]) => `(${query}) as "${name}"`);
  const [found, listed] = await rows(
    `select ${list.join(', ')}`,
    `select ${sql.hex('oid')} as oid, size_bytes as size from objects`,
  );
  return {
    facts: facts.parse(found?.[0]),
    visible: new Map(visible.parse(listed).map(({ oid, size }) => [oid, size])),
  };
};
