import { Writable } from 'node:stream';
import type { OutputStream } from '../../src/surroundings.js';

/** A terminal that is as high as it takes, and what can be read on it. */
export interface FakeTerminal {
  readonly stream: OutputStream;
  /** Its lines down to the last one that has anything on it. */
  lines(): readonly string[];
}

/** What the commands use: line ends, and the sequences that move the cursor, keep its place, and erase. Other sequences change nothing that can be read. */
const pieces = /\n|\r|\u001b[78]|\u001b\[(?<parameter>\??\d*)(?<command>[A-Za-z])|[^\n\r\u001b]+/g;

export const createFakeTerminal = (): FakeTerminal => {
  const rows: string[] = [];
  let [row, column] = [0, 0];
  let saved: [number, number] = [0, 0];
  const print = (text: string): void => {
    const line = (rows[row] ?? '').padEnd(column);
    rows[row] = line.slice(0, column) + text + line.slice(column + text.length);
    column += text.length;
  };
  const erase = (parameter: string): void => {
    const line = rows[row] ?? '';
    rows[row] = parameter === '2' ? '' : line.slice(0, column);
  };
  const obey = (piece: string, { parameter = '', command = '' }: Record<string, string | undefined> = {}): void => {
    if (piece === '\n') [row, column] = [row + 1, 0];
    else if (piece === '\r') column = 0;
    else if (piece === '\u001b7') saved = [row, column];
    else if (piece === '\u001b8') [row, column] = saved;
    else if (command === 'G') column = Number(parameter || 1) - 1;
    else if (command === 'K') erase(parameter);
    else if (command === '') print(piece);
  };
  const stream = new Writable({
    decodeStrings: false,
    write: (text, _encoding, done) => {
      for (const { 0: piece, groups } of String(text).matchAll(pieces)) obey(piece, groups);
      done();
    },
  });
  return {
    stream: Object.assign(stream, { isTTY: true, columns: 120 }),
    lines: () =>
      Array.from(rows, (line: string | undefined) => (line ?? '').trimEnd())
        .join('\n')
        .trimEnd()
        .split('\n'),
  };
};
