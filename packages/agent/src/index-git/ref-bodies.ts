import { AgentProblem } from '../agent-problem.js';
import { maxBodyBytes, tooLong } from './body-limits.js';
import type { TagNotes } from './parse-tag.js';
import type { RefChange } from './plan-refs.js';
import type { GitRef } from './read-refs.js';

const pad = (number: number): string => String(number).padStart(2, '0');

const minutesOfDay = 24 * 60;

/** The time with the offset that the tagger's clock had; undefined for one that no calendar of four digits has. */
const timestampOf = (at: number, saidMinutes: number): string | undefined => {
  const offsetMinutes = Math.abs(saidMinutes) < minutesOfDay ? saidMinutes : 0;
  const local = new Date((at + offsetMinutes * 60) * 1000);
  if (!(local.getTime() > 0 && local.getUTCFullYear() <= 9999)) return undefined;
  const minutes = Math.abs(offsetMinutes);
  const offset = `${offsetMinutes < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
  return local.toISOString().replace('.000Z', offset);
};

/** What the service takes of a name. */
const mostNameCharacters = 1024;

const tagFields = ({ id, taggerName, taggerEmail, at, offsetMinutes, message }: TagNotes) => ({
  id,
  tagger_name: taggerName.slice(0, mostNameCharacters),
  tagger_email: taggerEmail.slice(0, mostNameCharacters),
  tagged_at: at === undefined ? undefined : timestampOf(at, offsetMinutes),
  message,
});

const saidOf = (tag: TagNotes | undefined) => (tag === undefined ? {} : { tag: tagFields(tag) });

const pieceOf = ({ name, target, expected, tag }: RefChange): string => {
  const said = saidOf(tag);
  return JSON.stringify({ name, target: target ?? null, expected: expected ?? null, ...said });
};

const before = '{"refs":[';

/** Bodies that finalize sessions, with the branch that HEAD names: one, unless the refs are more than a request may name. */
export const refBodies = (changes: readonly RefChange[], head?: string, maxBytes = maxBodyBytes): readonly string[] => {
  const after = `]${head === undefined ? '' : `,"head":${JSON.stringify(head)}`},"complete":false}`;
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

/** A body that says which refs there are, all of them, wherever they were before. */
export const completeBody = (refs: readonly GitRef[], head?: string, maxBytes = maxBodyBytes): string => {
  const said = refs.map(({ name, target, tag }) => ({ name, target, ...saidOf(tag) }));
  const body = JSON.stringify({ refs: said, ...(head === undefined ? {} : { head }), complete: true });
  if (Buffer.byteLength(body) <= maxBytes) return body;
  throw new AgentProblem(`${refs.length} branches and tags are too many to say at once that they are all`);
};
