import { existsSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A statement as a driver was given it. Bytes are `{hex}`. */
export interface RecordedStatement {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** What a server executes for some requests. */
export interface Recording {
  readonly nodeOptions: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** The statements that were executed while `act` ran, those of jobs that ran beside it too. */
  during(act: () => Promise<unknown>): Promise<readonly RecordedStatement[]>;
}

const isStatement = (value: unknown): value is RecordedStatement =>
  typeof value === 'object' && value !== null && 'sql' in value && 'values' in value;

const parse = (line: string): RecordedStatement => {
  const value: unknown = JSON.parse(line);
  if (!isStatement(value)) throw new Error(`${line} is no statement`);
  return value;
};

/** For a server that is started with these options, and writes into `file`. */
export const recordInto = (file: string): Recording => ({
  nodeOptions: ['--require', fileURLToPath(new URL('record-sql.cjs', import.meta.url))],
  environment: { RECORD_SQL_TO: file },
  during: async (act) => {
    const begin = existsSync(file) ? statSync(file).size : 0;
    await act();
    const written = readFileSync(file).subarray(begin).toString('utf8');
    // A job may be in the middle of a line.
    const lines = written.slice(0, written.lastIndexOf('\n') + 1).split('\n');
    return lines.filter((line) => line !== '').map(parse);
  },
});
