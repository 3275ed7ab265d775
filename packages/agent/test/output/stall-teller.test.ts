import { expect } from 'chai';
import { createStallTeller } from '../../src/output/stall-teller.js';

describe('what is said of silent connections', () => {
  it('is said once of those that fall silent together, again of the next ones, and of each host', () => {
    const lines: string[] = [];
    let now = 0;
    const tell = createStallTeller(
      (line) => lines.push(line),
      () => now,
    );
    const stall = { host: 'svc.example', silentMs: 15_000 };
    tell(stall);
    now = 7000;
    tell(stall);
    tell({ ...stall, host: 'store.example:9000' });
    now = 15_000;
    tell(stall);
    expect(lines.map((line) => /(\S+) for 15 s;/.exec(line)?.[1])).to.deep.equal([
      'svc.example',
      'store.example:9000',
      'svc.example',
    ]);
    for (const line of lines) expect(line).to.match(/^svc: [^\n]+\n$/);
  });
});
