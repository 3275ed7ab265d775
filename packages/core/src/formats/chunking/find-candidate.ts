/** Whether a word's lowest byte is the first in memory. Where it is not, bytes are read one by one. */
export const littleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

/** A byte has left the lower 32 bits of the hash after as many steps. */
const memoryBytes = 32;

/**
 * The next position whose lower half of the hash is zero under the mask, or `until`: at twice the speed of `scan`, since half of the hash is not there.
 * Looks from `from` on; the hash begins with zero at `begin`. `words` are the bytes and the `shift` bytes before them. `gear` has the lower 32 bits of
 * each entry.
 */
export const findCandidate = (
  bytes: Uint8Array,
  words: Int32Array,
  shift: number,
  begin: number,
  from: number,
  until: number,
  gear: Int32Array,
  mask: number,
): number => {
  let hash = 0;
  for (let at = Math.max(begin, from - memoryBytes); at < from; at += 1) hash = ((hash << 1) + (gear[bytes[at] ?? 0] ?? 0)) | 0;
  let at = from;
  while (at < until) {
    const wordEnd = littleEndian && (at + shift) % 4 === 0 ? (until + shift) >>> 2 : 0;
    let word = (at + shift) >>> 2;
    for (; word < wordEnd; word += 1) {
      const four = words[word] ?? 0;
      hash = ((hash << 1) + (gear[four & 255] ?? 0)) | 0;
      if ((hash & mask) === 0) return word * 4 - shift;
      hash = ((hash << 1) + (gear[(four >>> 8) & 255] ?? 0)) | 0;
      if ((hash & mask) === 0) return word * 4 - shift + 1;
      hash = ((hash << 1) + (gear[(four >>> 16) & 255] ?? 0)) | 0;
      if ((hash & mask) === 0) return word * 4 - shift + 2;
      hash = ((hash << 1) + (gear[four >>> 24] ?? 0)) | 0;
      if ((hash & mask) === 0) return word * 4 - shift + 3;
    }
    at = Math.max(at, word * 4 - shift);
    if (at >= until) break;
    hash = ((hash << 1) + (gear[bytes[at] ?? 0] ?? 0)) | 0;
    if ((hash & mask) === 0) return at;
    at += 1;
  }
  return until;
};
