import type { SeededRandom } from '@svc/conformance';
import { valueAt } from '../support/request.js';
import { hostileJson, hostileTexts } from './hostile-values.js';
import type { Vocabulary } from './vocabulary.js';

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const numberOf = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);

const drawText = (random: SeededRandom, schema: unknown, name: string, vocabulary: Vocabulary): unknown => {
  const kind = random.integer(10);
  if (kind < 7) return vocabulary.pick(random, name);
  if (kind < 8) return random.pick(hostileTexts);
  const length = numberOf(valueAt(schema, random.pick(['maxLength', 'minLength'])), 20) + random.pick([-1, 0, 1]);
  return random.pick(['a', '0', '\u00e4', '\n']).repeat(Math.min(Math.max(0, length), 10_000));
};

const drawNumber = (random: SeededRandom, schema: unknown): number => {
  const minimum = numberOf(valueAt(schema, 'minimum'), -2);
  const maximum = numberOf(valueAt(schema, 'maximum'), 2 ** 53);
  return random.pick([minimum, maximum, minimum - 1, maximum + 1, minimum + random.integer(100), minimum + 0.5]);
};

/** A value that a JSON Schema allows, or nearly allows: its edges and one past them, and now and then something else altogether. */
export const drawBySchema = (random: SeededRandom, schema: unknown, vocabulary: Vocabulary, name = ''): unknown => {
  if (random.integer(25) === 0) return random.pick(hostileJson);
  const draw = (inner: unknown, its = name): unknown => drawBySchema(random, inner, vocabulary, its);
  const choices = listOf(valueAt(schema, 'anyOf') ?? valueAt(schema, 'oneOf') ?? valueAt(schema, 'enum'));
  if (valueAt(schema, 'enum') !== undefined) return random.pick(choices);
  if (choices.length > 0) return draw(random.pick(choices));
  const constant = valueAt(schema, 'const');
  if (constant !== undefined) return constant;
  switch (valueAt(schema, 'type')) {
    case 'object': {
      const properties = valueAt(schema, 'properties');
      const required = new Set(listOf(valueAt(schema, 'required')));
      const names = typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
      const given = names.filter((each) => (required.has(each) ? random.integer(30) > 0 : random.integer(2) === 0));
      const extra = random.integer(30) === 0 ? [[random.pick(hostileTexts), 1]] : [];
      return Object.fromEntries([...given.map((each) => [each, draw(valueAt(properties, each), each)]), ...extra]);
    }
    case 'array':
      return Array.from({ length: random.pick([0, 1, 1, 2, 3]) }, () => draw(valueAt(schema, 'items')));
    case 'integer':
    case 'number':
      return drawNumber(random, schema);
    case 'boolean':
      return random.integer(2) === 0;
    case 'null':
      return null;
    default:
      return drawText(random, schema, name, vocabulary);
  }
};
