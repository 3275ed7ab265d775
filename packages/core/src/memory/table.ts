/** Rows by key, as some moment shows them. */
export interface ReadableTable<Row> {
  get(key: string): Row | undefined;
  where(holds: (row: Row) => boolean): readonly Row[];
}

/** What one transaction sees and writes; nobody else sees it before `end(true)`. After `end` every use throws. */
export interface DraftTable<Row> extends ReadableTable<Row> {
  put(key: string, row: Row): void;
  /** Adds a row under a key that no other has had, a number, and answers it. */
  append(row: Row): string;
  remove(key: string): void;
  removeWhere(holds: (row: Row) => boolean): void;
  /** Removes at most `limit` of them, and answers how many. */
  removeFirst(holds: (row: Row) => boolean, limit: number): number;
  end(keep: boolean): void;
}

/** The committed rows. At most one draft may be open at a time. */
export interface CommittedTable<Row> extends ReadableTable<Row> {
  draft(): DraftTable<Row>;
}

/** The key of a row that several values identify together. */
export const keyOf = (...parts: readonly string[]): string => JSON.stringify(parts);

const removed = Symbol('removed');

/** Who changes an answer would change the rows, outside of any transaction. Bytes cannot be frozen. */
const freeze = <Value>(value: Value): Value => {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value) || ArrayBuffer.isView(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) freeze(part);
  return value;
};

const createDraft = <Row>(committed: Map<string, Row>, newKey: () => string): DraftTable<Row> => {
  const changes = new Map<string, Row | typeof removed>();
  let isOpen = true;

  const demandOpen = (): void => {
    if (!isOpen) throw new Error('invariant: records are used only until their transaction ends');
  };
  function* entries(): Generator<[string, Row]> {
    for (const [key, row] of committed) if (!changes.has(key)) yield [key, row];
    for (const [key, row] of changes) if (row !== removed) yield [key, row];
  }

  return {
    get: (key) => {
      demandOpen();
      const change = changes.get(key);
      return change === removed ? undefined : (change ?? committed.get(key));
    },
    where: (holds) => {
      demandOpen();
      return [...entries()].flatMap(([, row]) => (holds(row) ? [row] : []));
    },
    put: (key, row) => {
      demandOpen();
      changes.set(key, freeze(row));
    },
    append: (row) => {
      demandOpen();
      const key = newKey();
      changes.set(key, freeze(row));
      return key;
    },
    remove: (key) => {
      demandOpen();
      changes.set(key, removed);
    },
    removeWhere: (holds) => {
      demandOpen();
      for (const [key, row] of [...entries()]) if (holds(row)) changes.set(key, removed);
    },
    removeFirst: (holds, limit) => {
      demandOpen();
      const found = [...entries()].filter(([, row]) => holds(row)).slice(0, limit);
      for (const [key] of found) changes.set(key, removed);
      return found.length;
    },
    end: (keep) => {
      demandOpen();
      isOpen = false;
      if (!keep) return;
      for (const [key, row] of changes) {
        if (row === removed) committed.delete(key);
        else committed.set(key, row);
      }
    },
  };
};

export const createTable = <Row>(): CommittedTable<Row> => {
  const rows = new Map<string, Row>();
  let appended = 0;
  const newKey = (): string => {
    appended += 1;
    return String(appended);
  };
  return {
    get: (key) => rows.get(key),
    where: (holds) => [...rows.values()].filter(holds),
    draft: () => createDraft(rows, newKey),
  };
};
