import { expect } from 'chai';
import { createRawParser, type RawEvent } from '../../src/index-git/raw-parser.js';

const a = 'a'.repeat(40);
const b = 'b'.repeat(40);
const zero = '0'.repeat(40);
const printed = Buffer.from(
  `${a} ${b}\n${a}\0:000000 100644 ${zero} ${b} A\0caf\xe9\0:100644 000000 ${b} ${zero} D\0new\nline\0${b}\0:100644 100755 ${a} ${b} R087\0-\0:to\0-\n`,
  'latin1',
);
const change = { fromPath: undefined, similarity: undefined };
const expected: readonly RawEvent[] = [
  { kind: 'commit', id: `${a} ${b}` },
  { kind: 'commit', id: a },
  { kind: 'change', change: { ...change, path: 'caf\xe9', fromMode: '000000', mode: '100644', id: b } },
  { kind: 'change', change: { ...change, path: 'new\nline', fromMode: '100644', mode: '000000', id: undefined } },
  { kind: 'commit', id: b },
  { kind: 'change', change: { path: ':to', fromPath: '-', fromMode: '100644', mode: '100755', id: b, similarity: 87 } },
  { kind: 'end' },
];

describe('createRawParser', () => {
  it('reads commits, changes and the end', () => {
    expect(createRawParser()(printed)).to.deep.equal(expected);
  });

  it('reads the same wherever the pieces are cut', () => {
    for (let cut = 0; cut <= printed.byteLength; cut += 1) {
      const parse = createRawParser();
      expect([...parse(printed.subarray(0, cut)), ...parse(printed.subarray(cut))], `cut at ${cut}`).to.deep.equal(expected);
    }
    const parse = createRawParser();
    expect([...printed].flatMap((byte) => parse(Buffer.of(byte)))).to.deep.equal(expected);
  });
});
