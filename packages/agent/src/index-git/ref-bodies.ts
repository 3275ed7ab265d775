import { maxBodyBytes, tooLong } from './body-limits.js';
import type { TagNotes } from './parse-tag.js';
import type { RefChange } from './plan-refs.js';

const tagFields = ({ id, taggerName, taggerEmail, at, offsetMinutes, message }: TagNotes) => ({
  id,
  tagger_name: taggerName,
  tagger_email: taggerEmail,
  tagged_at: at ?? 0,
  offset_minutes: offsetMinutes,
  message,
});

const pieceOf = ({ name, target, expected, tag }: RefChange): string => {
  const said = tag === undefined ? {} : { tag: tagFields(tag) };
  return JSON.stringify({ name, target: target ?? null, expected: expected ?? null, ...said });
};

const before = '{"refs":[';
const after = '],"complete":false}';

/** Bodies that finalize sessions: one, unless the refs are more than a request may name. */
export const refBodies = (changes: readonly RefChange[], maxBytes = maxBodyBytes): readonly string[] => {
  const bodies: string[] = [];
  let pieces: string[] = [];
  let length = before.length + after.length;
  const end = (): void => {
    bodies.push(`${before}${pieces.join(',')}${after}`);
    pieces = [];
    length = before.length + after.length;
  };
  for (const change of changes) {
    const piece = pieceOf(change);
    const added = Buffer.byteLength(piece) + 1;
    if (before.length + after.length + added > maxBytes) throw tooLong(change.name);
    if (length + added > maxBytes) end();
    pieces.push(piece);
    length += added;
  }
  end();
  return bodies;
};
