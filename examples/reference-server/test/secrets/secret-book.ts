import type { Answer } from '../client/exchange.js';
import { spellingsOf } from './spellings.js';

/** Somewhere that nobody may find a secret. */
export interface Haystack {
  /** For the message of a test that fails. */
  readonly name: string;
  readonly bytes: Buffer;
  /** The answer that this is a part of, if it is. */
  readonly answer?: Answer;
}

export interface Finding {
  readonly secret: string;
  readonly where: string;
}

/** Takes down each secret of a run, and which answers may show it. */
export interface SecretBook {
  /** `shownBy`: the answer whose purpose it is to show the secret. */
  add(name: string, value: string | undefined, shownBy?: Answer): string;
  names(): readonly string[];
  /** Where a secret lies that has no business there, in whatever spelling. */
  search(haystacks: readonly Haystack[]): readonly Finding[];
}

interface Entry {
  readonly name: string;
  readonly needles: readonly Buffer[];
  readonly shownBy: Set<Answer>;
}

/** Shorter ones are found everywhere by chance. */
const minCharacters = 12;

export const createSecretBook = (): SecretBook => {
  const entries = new Map<string, Entry>();
  return {
    add: (name, value, shownBy) => {
      if (value === undefined || value.length < minCharacters) throw new Error(`${name} is no secret: ${String(value)}`);
      const entry = entries.get(value) ?? {
        name,
        needles: spellingsOf(value).map((spelling) => Buffer.from(spelling)),
        shownBy: new Set<Answer>(),
      };
      if (shownBy !== undefined) entry.shownBy.add(shownBy);
      entries.set(value, entry);
      return value;
    },
    names: () => [...new Set([...entries.values()].map(({ name }) => name))],
    search: (haystacks) =>
      haystacks.flatMap(({ name: where, bytes, answer }) =>
        [...entries.values()]
          .filter(({ shownBy }) => answer === undefined || !shownBy.has(answer))
          .filter(({ needles }) => needles.some((needle) => bytes.includes(needle)))
          .map(({ name: secret }) => ({ secret, where })),
      ),
  };
};
