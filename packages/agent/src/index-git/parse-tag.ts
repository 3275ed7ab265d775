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

const signatures = /^-----BEGIN (PGP SIGNATURE|PGP MESSAGE|SSH SIGNATURE|SIGNED MESSAGE)-----$/m;

const signature = /^tagger (.*?) ?<([^>\n]*)>(?: (-?\d+) ([+-]\d{4}))?$/m;

const cut = (text: string): string => {
  const bytes = Buffer.from(text);
  if (bytes.byteLength <= maxMessageBytes) return text;
  // A character that is cut in two is left out.
  return new TextDecoder().decode(bytes.subarray(0, maxMessageBytes), { stream: true });
};

const minutesOf = (zone: string): number => {
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3));
  return zone.startsWith('-') ? -minutes : minutes;
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
  const [, taggerName = '', taggerEmail = '', at, zone = '+0000'] = signature.exec(head) ?? [];
  const end = signatures.exec(said)?.index ?? said.length;
  return {
    target,
    notes: {
      id,
      taggerName,
      taggerEmail,
      at: at === undefined ? undefined : Number(at),
      offsetMinutes: minutesOf(zone),
      message: cut(said.slice(0, end)),
    },
  };
};
