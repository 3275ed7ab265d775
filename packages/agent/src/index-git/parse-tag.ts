import { parseTagger } from './parse-tagger.js';

/** Of an annotated tag. */
export interface TagNotes {
  /** Of the tag itself. */
  readonly id: string;
  readonly taggerName: string;
  readonly taggerEmail: string;
  /** In seconds since 1970; undefined where the tag does not say. */
  readonly at: number | undefined;
  readonly offsetMinutes: number;
  /** What a person has written, without the signature. */
  readonly message: string;
}

/** What the service keeps of a message. */
const maxMessageBytes = 64 * 1024;

const signatures = /^-----BEGIN (PGP SIGNATURE|PGP MESSAGE|SSH SIGNATURE|SIGNED MESSAGE)-----$/gm;

/** Git takes the last block for the signature. One that somebody quotes in the notes has text after it. */
const endOfNotes = (said: string): number => {
  const last = [...said.matchAll(signatures)].at(-1);
  if (last === undefined) return said.length;
  const block = said.slice(last.index).trimEnd();
  const lastLine = `\n-----END ${last[1]}-----`;
  return block.endsWith(lastLine) && block.indexOf(lastLine) === block.length - lastLine.length ? last.index : said.length;
};

const cut = (text: string): string => {
  const bytes = Buffer.from(text);
  if (bytes.byteLength <= maxMessageBytes) return text;
  // A character that is cut in two is left out.
  return new TextDecoder().decode(bytes.subarray(0, maxMessageBytes), { stream: true });
};

/** Git too ends a text at a NUL, which the service takes in none. */
const untilNul = (text: string): string => {
  const end = text.indexOf('\0');
  return end < 0 ? text : text.slice(0, end);
};

/** Reads the bytes of a tag: what it names, and what it says. */
export const parseTag = ({
  id,
  bytes,
}: {
  readonly id: string;
  readonly bytes: Buffer;
}): { readonly target: string; readonly notes: TagNotes } => {
  const text = bytes.toString('utf8');
  const headEnd = text.indexOf('\n\n');
  const head = headEnd < 0 ? text : text.slice(0, headEnd);
  const said = headEnd < 0 ? '' : text.slice(headEnd + 2);
  const [, target = ''] = /^object ([0-9a-f]+)$/m.exec(head) ?? [];
  const { name, email, at, offsetMinutes } = parseTagger(untilNul(/^tagger ([^\n]*)$/m.exec(head)?.[1] ?? ''));
  return {
    target,
    notes: {
      id,
      taggerName: name,
      taggerEmail: email,
      at,
      offsetMinutes,
      message: cut(untilNul(said.slice(0, endOfNotes(said)))),
    },
  };
};
