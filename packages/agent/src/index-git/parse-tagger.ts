export interface Tagger {
  readonly name: string;
  readonly email: string;
  /** In seconds since 1970; undefined where the tag does not say. */
  readonly at: number | undefined;
  readonly offsetMinutes: number;
}

/** `+0130` is 90: the last two digits are minutes. No -0. */
const minutesOf = (zone: number): number => 60 * Math.trunc(zone / 100) + (zone % 100) + 0;

/**
 * Reads `Name <email> seconds zone` as git does, and the service in commits: the name ends at the first `<`, the email at the next `>`, and the time follows
 * the last one.
 */
export const parseTagger = (line: string): Tagger => {
  const begin = line.indexOf('<');
  const end = line.indexOf('>', begin);
  if (begin === -1 || end === -1) return { name: '', email: '', at: undefined, offsetMinutes: 0 };
  const [, at, zone] = /^\s*(-?\d+)(?:\s+([+-]\d+))?/.exec(line.slice(line.lastIndexOf('>') + 1)) ?? [];
  return {
    name: line.slice(0, begin).trim(),
    email: line.slice(begin + 1, end).trim(),
    at: at === undefined ? undefined : Number(at),
    offsetMinutes: minutesOf(Number(zone ?? 0)),
  };
};
