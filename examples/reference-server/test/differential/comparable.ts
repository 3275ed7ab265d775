import { type Answer, textOf } from '../client/exchange.js';
import { sha256 } from '../client/test-object.js';
import type { Comparable } from './side.js';

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const url = /https?:\/\/[^\s"']+/g;

/** Members whose values are random, or made of what is. */
const random = new Set(['secret', 'token', 'prefix', 'next_cursor', 'request_id']);
const comparedHeaders = ['allow', 'content-range', 'www-authenticate', 'lfs-authenticate', 'x-svc-state'];

/**
 * Makes answers of one server comparable with those of another: ids become numbers in the order in which they are seen, times, URLs and secrets the
 * names of their kinds.
 */
export const createComparable = (): ((answer: Answer) => Comparable) => {
  const numbers = new Map<string, number>();
  const numberOf = (id: string): string => {
    const number = numbers.get(id) ?? numbers.size + 1;
    numbers.set(id, number);
    return `<id ${number}>`;
  };
  const plainText = (text: string): string => (time.test(text) ? '<time>' : text.replace(url, '<url>').replace(uuid, numberOf));
  const plain = (value: unknown, name = ''): unknown => {
    if (typeof value === 'string') return random.has(name) ? '<random>' : plainText(value);
    if (Array.isArray(value)) return value.map((each: unknown) => plain(each));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]: [string, unknown]) => [key, plain(member, key)]));
  };
  return (answer) => {
    const type = answer.headers['content-type'];
    const isJson = type?.includes('json') === true && answer.bytes.byteLength > 0;
    const parsed: unknown = isJson ? JSON.parse(textOf(answer)) : undefined;
    return {
      status: answer.status,
      type,
      facts: Object.fromEntries(comparedHeaders.map((name) => [name, answer.headers[name]?.toString()])),
      body: isJson ? plain(parsed) : sha256(answer.bytes),
    };
  };
};

/** For the bytes of signed URLs, which a storage answers in its own words when they do not succeed. */
export const comparableBytes = (answer: Answer): Comparable => {
  const isAccepted = answer.status < 300;
  const isRead = answer.status === 200 || answer.status === 206;
  return {
    status: isAccepted ? (isRead ? answer.status : 200) : 400,
    type: undefined,
    facts: isRead ? { 'content-range': answer.headers['content-range'] } : {},
    body: isRead ? sha256(answer.bytes) : undefined,
  };
};
