import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer } from '../client/exchange.js';
import type { ServerPlace } from '../server/server-place.js';
import type { Haystack } from './secret-book.js';

/** An answer and what was asked, without the query. */
export interface Heard {
  readonly what: string;
  readonly answer: Answer;
}

export const tracesInAnswers = (heard: readonly Heard[]): readonly Haystack[] =>
  heard.flatMap(({ what, answer }) => [
    { name: `the answer ${answer.status} to ${what}`, bytes: answer.bytes, answer },
    { name: `a header of the answer ${answer.status} to ${what}`, bytes: Buffer.from(JSON.stringify(answer.headers)), answer },
  ]);

export const tracesInLines = (name: string, text: string): readonly Haystack[] =>
  text.split('\n').map((line) => ({ name: `${name}: ${line.slice(0, 200)}`, bytes: Buffer.from(line) }));

const bytesOf = (value: unknown): Buffer => (Buffer.isBuffer(value) ? value : Buffer.from(String(value)));

/** Every value of every column of every table, whatever tables there are. */
export const tracesInDatabase = async (place: ServerPlace): Promise<readonly Haystack[]> => {
  const tables = await place.tables();
  const contents = await place.rows(...tables.map((table) => `select * from "${table}"`));
  return tables.flatMap((table, at) =>
    (contents[at] ?? []).flatMap((row) =>
      Object.entries(typeof row === 'object' && row !== null ? row : {}).map(([column, value]) => ({
        name: `${table}.${column}`,
        bytes: bytesOf(value),
      })),
    ),
  );
};

/** Every file of the server's folder, whole, but for the one that is there to keep keys. */
export const tracesInFiles = (dataDir: string): readonly Haystack[] =>
  readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    .filter((name) => name !== 'encryption-keys' && statSync(join(dataDir, name)).isFile())
    .map((name) => ({ name: `the file ${name}`, bytes: readFileSync(join(dataDir, name)) }));
