import type { KeptDownload } from '@svc/core';
import type { Portion } from './multipart-plan.js';

/** Reads a portion and puts it together as it is sent: what lies between its segments is overwritten. */
const readPortion = async (kept: KeptDownload, portion: Portion): Promise<Uint8Array> => {
  const headings = portion.flatMap(({ segments }) => segments).reduce((sum, { heading }) => sum + heading.byteLength, 0);
  const bytes = Buffer.allocUnsafeSlow(headings + portion.reduce((sum, { begin, end }) => sum + end - begin, 0));
  // Behind the room for all headings, so that whatever moves to the front meets nothing that has not moved yet.
  let from = headings;
  const places = portion.map(({ begin, end, segments }) => {
    const target = bytes.subarray(from, from + end - begin);
    from += target.byteLength;
    return { begin, target, segments };
  });
  await Promise.all(places.map(({ begin, target }) => kept.fill(begin, target)));
  let to = 0;
  for (const { begin: stretchBegin, target, segments } of places) {
    for (const { heading, begin, end } of segments) {
      bytes.set(heading, to);
      to += heading.byteLength;
      const at = target.byteOffset - bytes.byteOffset - stretchBegin;
      bytes.copyWithin(to, at + begin, at + end);
      to += end - begin;
    }
  }
  return bytes.subarray(0, to);
};

const spanBytes = (portion: Portion): number =>
  portion.flatMap(({ segments }) => segments).reduce((sum, { begin, end }) => sum + end - begin, 0);

/**
 * The portions one after the other, the next one being read while one is sent. The bytes are let go of at the end, when a read fails and when the reader
 * leaves, once it has taken the first portion.
 */
export async function* multipartBody(kept: KeptDownload, portions: readonly Portion[]): AsyncGenerator<Uint8Array> {
  let takenBytes = 0;
  let ahead: Promise<Uint8Array> | undefined;
  const readAhead = (index: number): Promise<Uint8Array> | undefined => {
    const portion = portions[index];
    const reading = portion && readPortion(kept, portion);
    // Who takes the portion meets the fault; there may be nobody.
    reading?.catch(() => undefined);
    return reading;
  };
  try {
    ahead = readAhead(0);
    for (const [index, portion] of portions.entries()) {
      const bytes = await ahead;
      ahead = readAhead(index + 1);
      if (bytes === undefined) return;
      takenBytes += spanBytes(portion);
      yield bytes;
    }
  } finally {
    await ahead?.catch(() => undefined);
    await kept.close(takenBytes);
  }
}
