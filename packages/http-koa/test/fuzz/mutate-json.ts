import type { SeededRandom } from '@svc/conformance';
import { hostileJson, hostileTexts } from './hostile-values.js';
import type { Vocabulary } from './vocabulary.js';

/** One past what any list takes. */
const manyItems = 1001;

/** One change somewhere inside of a value of JSON: a value replaced, a member gone, added or there many times. */
export const mutateJson = (random: SeededRandom, json: unknown, vocabulary: Vocabulary, name = ''): unknown => {
  const kind = random.integer(12);
  if (Array.isArray(json) && json.length > 0 && kind > 1) {
    const items: readonly unknown[] = json;
    const at = random.integer(items.length);
    if (kind === 2) return items.filter((_, index) => index !== at);
    if (kind === 3) return [...items, items[at]];
    if (kind === 4 && random.integer(20) === 0) return Array.from({ length: manyItems }, () => items[at]);
    return items.map((item, index) => (index === at ? mutateJson(random, item, vocabulary, name) : item));
  }
  if (typeof json === 'object' && json !== null && !Array.isArray(json) && kind > 1) {
    const entries: [string, unknown][] = Object.entries(json);
    if (kind === 2) return Object.fromEntries([...entries, [random.pick(hostileTexts), random.pick(hostileJson)]]);
    if (entries.length === 0) return json;
    const [chosen] = random.pick(entries);
    if (kind === 3) return Object.fromEntries(entries.filter(([key]) => key !== chosen));
    return Object.fromEntries(
      entries.map(([key, value]) => [key, key === chosen ? mutateJson(random, value, vocabulary, key) : value]),
    );
  }
  if (typeof json === 'number' && kind < 6) return json + random.pick([-1, 1, 0.5, -2 * json, 2 ** 53]);
  return kind < 9 ? vocabulary.pick(random, name) : random.pick(hostileJson);
};
