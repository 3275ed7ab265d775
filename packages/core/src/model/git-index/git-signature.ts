/** Who wrote or committed something, and when. */
export interface GitSignature {
  readonly name: string;
  readonly email: string;
  /** Seconds since 1970; less than 0 before it. */
  readonly at: number;
  /** How far their clock was ahead of UTC. */
  readonly offsetMinutes: number;
}

/** The years 0 to 9999, which every format of times can say. */
const earliestSeconds = -62_167_219_200;
const latestSeconds = 253_402_300_799;
const maxOffsetMinutes = 24 * 60 - 1;
/** Of a name and of an email. */
export const maxSignatureTextLength = 1024;

const nobody: GitSignature = { name: '', email: '', at: 0, offsetMinutes: 0 };

const timeOf = (digits: string | undefined): number => {
  // No -0.
  const seconds = Number(digits ?? 0) + 0;
  return seconds >= earliestSeconds && seconds <= latestSeconds ? seconds : 0;
};

/** What is longer is cut off, and no character in half. */
const textOf = (text: string): string =>
  text
    .trim()
    .slice(0, maxSignatureTextLength)
    .replace(/[\ud800-\udbff]$/, '');

/** `+0130` is 90: the last two digits are minutes. */
const offsetOf = (digits: string | undefined): number => {
  const zone = Number(digits ?? 0);
  const minutes = 60 * Math.trunc(zone / 100) + (zone % 100) + 0;
  return Math.abs(minutes) <= maxOffsetMinutes ? minutes : 0;
};

/**
 * Reads `Name <email> seconds zone` as git does: the name ends at the first `<`, the email at the next `>`, and the time follows the last one. What is missing
 * or cannot be read is empty or 0, and so is a time that no calendar of four-digit years has.
 */
export const parseGitSignature = (line: string): GitSignature => {
  const begin = line.indexOf('<');
  const end = line.indexOf('>', begin);
  if (begin === -1 || end === -1) return nobody;
  const time = /^\s*(-?\d+)(?:\s+([+-]\d+))?/.exec(line.slice(line.lastIndexOf('>') + 1));
  return {
    name: textOf(line.slice(0, begin)),
    email: textOf(line.slice(begin + 1, end)),
    at: timeOf(time?.[1]),
    offsetMinutes: offsetOf(time?.[2]),
  };
};
