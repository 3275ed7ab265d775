import type { SeededRandom } from '@svc/conformance';

/** How many values are remembered of each name. */
const mostOfName = 40;

/** Values that have stood under a name, in requests and in answers: what the service knows is worth asking it for. */
export interface Vocabulary {
  /** Learns everything inside of a value of JSON. */
  learn(json: unknown): void;
  /** One of the values of the name; of any name, where it has none. */
  pick(random: SeededRandom, name: string): unknown;
  /** A text that has stood anywhere, mostly an id. */
  pickText(random: SeededRandom): string;
}

export const createVocabulary = (): Vocabulary => {
  const values = new Map<string, unknown[]>();
  const texts: string[] = ['x'];
  const add = (name: string, value: unknown): void => {
    const known = values.get(name) ?? [];
    values.set(name, known);
    if (known.includes(value)) return;
    known.push(value);
    if (known.length > mostOfName) known.shift();
    if (typeof value !== 'string') return;
    texts.push(value);
    if (texts.length > 100 * mostOfName) texts.shift();
  };
  const learn = (json: unknown, name = ''): void => {
    if (Array.isArray(json)) for (const item of json) learn(item, name);
    else if (typeof json === 'object' && json !== null) for (const [key, value] of Object.entries(json)) learn(value, key);
    else if (json !== undefined) add(name, json);
  };
  return {
    learn: (json) => learn(json),
    pick: (random, name) => {
      const known = values.get(name);
      return known === undefined || known.length === 0 ? random.pick(texts) : random.pick(known);
    },
    pickText: (random) => random.pick(texts),
  };
};
