import { z } from 'zod';

/** How a database says what not all of them say alike. */
export interface SqlWords {
  /** A column of bytes as lower-case hex digits. */
  hex(column: string): string;
  /** A member of an object that a column keeps as JSON, as text. */
  member(column: string, name: string): string;
}

/** Where one server, or several, keep everything: a database and a storage that no other test has. Tests look into it past the server. */
export interface ServerPlace {
  /** Settings that lead a server here. */
  readonly settings: Readonly<Record<string, string>>;
  /** What a command line begins with that starts a server where it sees the place; nothing when absent. */
  readonly within?: readonly string[];
  /** Where signed URLs lead to when it is not to the server. */
  readonly storageUrl: string | undefined;
  readonly sql: SqlWords;
  /** The answers to some queries, all of one state of the database, beside servers that run. */
  rows(...queries: readonly string[]): Promise<readonly (readonly unknown[])[]>;
  /** Changes rows while no server runs. */
  write(statement: string): Promise<void>;
  /** The names of all tables that there are. */
  tables(): Promise<readonly string[]>;
  /** Acts while a transaction of somebody else keeps every server from writing. */
  whileLeased(act: () => Promise<void>): Promise<void>;
  /** How many bytes all blobs occupy, half-written ones included. */
  blobBytes(): Promise<number>;
  /** The bytes at a key; undefined where there are none. */
  blob(key: string): Promise<Buffer | undefined>;
  /** Puts other bytes at a key, as a failing disk would. */
  replaceBlob(key: string, bytes: Uint8Array): Promise<void>;
  /** Loses a blob, as a failing disk would. */
  loseBlob(key: string): Promise<void>;
  /** Removes what is not in the server's folder. */
  drop(): Promise<void>;
}

const named = z.array(z.object({ name: z.string() }));

/** The column `name` of an answer. */
export const namesIn = (rows: unknown): readonly string[] => named.parse(rows).map(({ name }) => name);
