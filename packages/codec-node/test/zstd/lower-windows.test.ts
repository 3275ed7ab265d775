import { expect } from 'chai';
import { lowerWindows } from '../../src/zstd/lower-windows.js';
import { frame, raw, run, skippable, window } from '../rigs/frames.js';

describe('lowerWindows', () => {
  it('halves windows from 2^31 bytes on, whatever lies between the frames, and leaves all other bytes and what it was given', () => {
    const framesWith = (exponent: number, eighths: number): Buffer =>
      Buffer.concat([
        frame(window(exponent, eighths), raw(0, 1, 2, 3), run(1, 500)),
        skippable(9, 9, 9),
        frame(window(exponent, eighths), run(1, 7)),
        frame(window(20), run(1, 7)),
      ]);
    for (const eighths of [0, 7]) {
      const given = framesWith(31, eighths);
      const lowered = lowerWindows(given);
      expect(Buffer.compare(lowered ?? Buffer.alloc(0), framesWith(30, eighths))).to.equal(0);
      expect(Buffer.compare(given, framesWith(31, eighths))).to.equal(0);
    }
  });

  it('looks behind headers of every length and behind checksums', () => {
    for (let descriptor = 0; descriptor < 256; descriptor += 1) {
      const isSingle = (descriptor & 0x20) !== 0;
      const contentSizeBytes = [isSingle ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0;
      const idBytes = [0, 1, 2, 4][descriptor & 3] ?? 0;
      const fields = Buffer.alloc((isSingle ? 0 : 1) + idBytes + contentSizeBytes);
      const checksum = Buffer.alloc((descriptor & 4) === 0 ? 0 : 4);
      const first = Buffer.concat([Buffer.of(0x28, 0xb5, 0x2f, 0xfd, descriptor), fields, run(1, 7), checksum]);
      const lowered = lowerWindows(Buffer.concat([first, frame(window(31), run(1, 7))]));
      const expected = Buffer.concat([first, frame(window(30), run(1, 7))]);
      expect(Buffer.compare(lowered ?? Buffer.alloc(0), expected), `descriptor ${descriptor}`).to.equal(0);
    }
  });

  it('finds nothing to do in smaller and in larger windows, and in bytes that are no frames or end too early', () => {
    const whole = frame(window(31), raw(0, 1, 2, 3), run(1, 7));
    for (const bytes of [
      frame(window(30, 7), run(1, 7)),
      frame(window(32), run(1, 7)),
      Buffer.from('no frame at all'),
      Buffer.concat([Buffer.from('x'), whole]),
      Buffer.alloc(0),
    ])
      expect(lowerWindows(bytes)).to.equal(undefined);
    for (let length = 0; length < whole.byteLength; length += 1) lowerWindows(whole.subarray(0, length));
  });
});
