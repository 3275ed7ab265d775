import { randomUUID } from 'node:crypto';
import type { RecordedStatement, Recording } from './recording.js';

/** What a request executes and is answered. A value that is another one for each request is `{fresh, instead}`: a new id or the time now, and what was recorded. */
export interface Script {
  readonly statements: readonly RecordedStatement[];
  readonly answer: unknown;
}

const maxRounds = 20;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const freshKind = (value: unknown): 'now' | 'id' | undefined => {
  if (typeof value === 'number') return 'now';
  return typeof value === 'string' && uuid.test(value) ? 'id' : undefined;
};

const sameTexts = (left: readonly Script[], right: readonly Script[]): boolean => {
  const textsOf = (scripts: readonly Script[]): string =>
    JSON.stringify(scripts.map(({ statements }) => statements.map(({ sql }) => sql)));
  return textsOf(left) === textsOf(right);
};

const withFreshValues = (script: Script, earlier: Script): Script => ({
  answer: script.answer,
  statements: script.statements.map(({ sql, values }, at) => ({
    sql,
    values: values.map((value, index) => {
      const isSame = JSON.stringify(earlier.statements[at]?.values[index]) === JSON.stringify(value);
      const fresh = isSame ? undefined : freshKind(value);
      return fresh === undefined ? value : { fresh, instead: value };
    }),
  })),
});

/**
 * Records requests, each with its own script. They are made in turns until two rounds in a row have executed the same statements, so that neither the
 * first time nor a job of the server's own is among them; what differs between those two rounds is what every request makes anew.
 */
export const recordScripts = async (
  recording: Recording,
  requests: readonly (() => Promise<unknown>)[],
): Promise<readonly Script[]> => {
  let earlier: readonly Script[] | undefined;
  for (let round = 0; round < maxRounds; round += 1) {
    const scripts: Script[] = [];
    for (const request of requests) {
      let answer: unknown;
      const statements = await recording.during(async () => {
        answer = await request();
      });
      scripts.push({ statements, answer });
    }
    const before = earlier;
    if (before !== undefined && sameTexts(before, scripts)) {
      return scripts.map((script, at) => withFreshValues(script, before[at] ?? script));
    }
    earlier = scripts;
  }
  throw new Error(`no two of ${maxRounds} rounds execute the same statements`);
};

type MakeValue = (made: Map<unknown, unknown>) => unknown;

const makeValue = (recorded: unknown): MakeValue => {
  if (typeof recorded !== 'object' || recorded === null) return () => recorded;
  if ('hex' in recorded && typeof recorded.hex === 'string') {
    const bytes = Buffer.from(recorded.hex, 'hex');
    return () => bytes;
  }
  if (!('fresh' in recorded && 'instead' in recorded)) return () => recorded;
  const { fresh, instead } = recorded;
  if (fresh === 'now') return () => Date.now();
  return (made) => {
    const id = made.get(instead) ?? randomUUID();
    made.set(instead, id);
    return id;
  };
};

/** Values for one execution of a script's statements: whatever a request makes once, it makes once for all of them. */
export const prepareValues = (
  statements: readonly RecordedStatement[],
): (() => readonly { sql: string; values: unknown[] }[]) => {
  const prepared = statements.map(({ sql, values }) => ({ sql, make: values.map(makeValue) }));
  return () => {
    const made = new Map<unknown, unknown>();
    return prepared.map(({ sql, make }) => ({ sql, values: make.map((value) => value(made)) }));
  };
};
