import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { besideBar } from '../../src/output/beside-bar.js';
import { createProgressBar } from '../../src/output/progress-bar.js';
import { createFakeTerminal } from '../rigs/fake-terminal.js';

const megabyte = 1_000_000;

describe('the bar of a transfer', () => {
  let ms: number;
  let screen: ReturnType<typeof createFakeTerminal>;
  let bar: ReturnType<typeof createProgressBar>;
  let stop: () => void;
  beforeEach(() => {
    ms = 0;
    screen = createFakeTerminal();
    bar = createProgressBar(screen.stream, () => ms);
    stop = bar.clear;
  });
  afterEach(() => stop());

  const shownAt = (doneBytes: number, totalBytes: number): readonly string[] => {
    bar.show({ path: 'folder/model.bin', doneBytes, totalBytes });
    return screen.lines();
  };

  /** It draws no more often than an eye sees. */
  const comes = (line: RegExp): Promise<void> => waitUntil(`it shows ${String(line)}`, () => line.test(screen.lines()[0] ?? ''));

  it('says how much of the file is done', () => {
    expect(shownAt(megabyte, 4 * megabyte)).to.deep.equal([`model.bin [${'█'.repeat(10)}${'░'.repeat(30)}] 25% | 1 MB of 4 MB`]);
  });

  it('leaves nothing behind when it is cleared', () => {
    shownAt(megabyte, 4 * megabyte);
    bar.clear();
    expect(screen.lines()).to.deep.equal(['']);
  });

  it('makes room for each line that is written, and comes back below it a moment later', () => {
    const write = (text: string): void => void screen.stream.write(text);
    const { stdout, stderr } = besideBar({ stdout: write, stderr: write, isTerminal: true }, bar);
    shownAt(megabyte, 4 * megabyte);
    stdout('a result\n');
    expect(screen.lines()).to.deep.equal(['a result']);
    expect(shownAt(2 * megabyte, 4 * megabyte)).to.deep.equal(['a result']);
    ms += 100;
    const [result, shown] = shownAt(2 * megabyte, 4 * megabyte);
    expect(result).to.equal('a result');
    expect(shown).to.match(/ 50% \| 2 MB of 4 MB$/);
    stderr('svc: a note\n');
    expect(screen.lines()).to.deep.equal(['a result', 'svc: a note']);
  });

  it('takes over a size that becomes known on the way', async () => {
    shownAt(megabyte, megabyte);
    bar.show({ path: 'folder/model.bin', doneBytes: 2 * megabyte, totalBytes: 8 * megabyte });
    await comes(/ 25% \| 2 MB of 8 MB$/);
  });

  it('says how long it takes yet, once something has moved', async () => {
    shownAt(0, 4 * megabyte);
    ms += 1000;
    shownAt(megabyte, 4 * megabyte);
    await comes(/ 25% \| 1 MB of 4 MB \| 1 MB\/s \| 3\.0 s left$/);
  });

  it('says no time as long as nothing moves', async () => {
    shownAt(0, 4 * megabyte);
    ms += 1000;
    shownAt(0, 4 * megabyte);
    await comes(/ 0% \| 0 bytes of 4 MB \| 0 bytes\/s$/);
  });

  it('is not there for an empty file', () => {
    expect(shownAt(0, 0)).to.deep.equal(['']);
  });
});
