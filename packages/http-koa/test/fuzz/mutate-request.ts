import { gzipSync } from 'node:zlib';
import type { SeededRandom } from '@svc/conformance';
import { methods } from '../../src/endpoint/route.js';
import { drawBySchema } from './draw-by-schema.js';
import { hostileBodies, hostileHeaders, hostileSegments, hostileTexts } from './hostile-values.js';
import { mutateJson } from './mutate-json.js';
import type { FuzzCorpus } from './fuzz-corpus.js';
import { type WireRequest, withHeader } from './wire-request.js';

type Mutation = (random: SeededRandom, request: WireRequest, corpus: FuzzCorpus) => WireRequest;

/** Half of a surrogate pair cannot be encoded. */
const encoded = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));

const parsed = (body: Uint8Array | undefined): unknown => {
  try {
    return body === undefined ? undefined : JSON.parse(Buffer.from(body).toString());
  } catch {
    return undefined;
  }
};

const withJson = (request: WireRequest, json: unknown): WireRequest => ({
  ...withHeader(request, 'content-type', request.headers.find(([name]) => name === 'content-type')?.[1] ?? 'application/json'),
  body: Buffer.from(JSON.stringify(json)),
});

const changeSegment: Mutation = (random, request, { vocabulary, sent }) => {
  const [path = '', query] = request.target.split('?', 2);
  const segments = path.split('/');
  const at = 1 + random.integer(segments.length);
  const [other = ''] = random.pick(sent).target.split('?', 1);
  const chosen = random.pick([
    () => random.pick(hostileSegments),
    () => random.pick(other.split('/')),
    () => encoded(vocabulary.pickText(random)),
  ])();
  segments.splice(at, random.integer(4) === 0 ? 0 : 1, ...(random.integer(6) === 0 ? [] : [chosen]));
  return { ...request, target: [segments.join('/') || '/', ...(query === undefined ? [] : [query])].join('?') };
};

const changeQuery: Mutation = (random, request, { vocabulary, queryNames }) => {
  const name = random.pick(queryNames);
  const value = random.pick([
    () => String(vocabulary.pick(random, name)),
    () => random.pick(hostileTexts),
    () => random.pick(['0', '1', '100', '101', '-1', '1e3', '99999999999']),
  ])();
  const parameter = random.pick([`${name}=${encoded(value)}`, `${name}=%`, name, `${name}[]=1`, `__proto__=1`]);
  return { ...request, target: `${request.target}${request.target.includes('?') ? '&' : '?'}${parameter}` };
};

const changeHeader: Mutation = (random, request) => {
  const [name, values] = random.pick(hostileHeaders);
  return withHeader(request, name, random.pick(values));
};

const changeCredential: Mutation = (random, request, { sent }) => {
  const other = random.pick(sent).headers.find(([name]) => name === 'authorization')?.[1];
  return other === undefined
    ? { ...request, headers: request.headers.filter(([name]) => name !== 'authorization') }
    : withHeader(request, 'authorization', other);
};

const changeJson: Mutation = (random, request, { vocabulary }) => {
  const json = parsed(request.body);
  return json === undefined ? request : withJson(request, mutateJson(random, json, vocabulary));
};

const drawJson: Mutation = (random, request, { schemaOf, vocabulary }) => {
  const schema = schemaOf(request);
  return schema === undefined ? request : withJson(request, drawBySchema(random, schema, vocabulary));
};

const changeBytes: Mutation = (random, request) => {
  const body = Buffer.from(request.body ?? []);
  if (random.integer(6) === 0) return { ...request, body: random.pick(hostileBodies) };
  if (random.integer(6) === 0) return { ...withHeader(request, 'content-encoding', 'gzip'), body: gzipSync(body) };
  if (body.byteLength > 0) body[random.integer(body.byteLength)] = random.integer(256);
  return { ...request, body: random.integer(3) === 0 ? body.subarray(0, random.integer(body.byteLength + 1)) : body };
};

const changeMethod: Mutation = (random, request) => ({
  ...request,
  method: random.pick([...methods, 'OPTIONS', 'TRACE', 'PROPFIND']),
});

const takeOtherBody: Mutation = (random, request, { sent }) => ({ ...request, body: random.pick(sent).body });

const mutations: readonly Mutation[] = [
  changeSegment,
  changeSegment,
  changeQuery,
  changeHeader,
  changeHeader,
  changeCredential,
  changeJson,
  changeJson,
  changeJson,
  drawJson,
  drawJson,
  changeBytes,
  changeMethod,
  takeOtherBody,
];

/** A request that some endpoint has answered well, with up to three changes. */
export const fuzzedRequest = (random: SeededRandom, corpus: FuzzCorpus): WireRequest => {
  let request = random.pick(corpus.sent);
  // What removes the things that all others are about comes seldom.
  if (request.method === 'DELETE' && random.integer(10) > 0) request = random.pick(corpus.sent);
  for (let left = random.integer(4); left > 0; left -= 1) request = random.pick(mutations)(random, request, corpus);
  return request;
};
