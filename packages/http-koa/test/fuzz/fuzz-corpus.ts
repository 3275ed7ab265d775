import { inlineSchema, propertiesOf } from '../../src/endpoint/json-schemas.js';
import { routeParts } from '../../src/endpoint/route.js';
import { endpoints } from '../../src/endpoints/index.js';
import { playExamples, startExampleService } from '../examples/play-examples.js';
import type { Acme } from '../support/acme.js';
import { type Answer, send, type TestRequest } from '../support/request.js';
import { createVocabulary, type Vocabulary } from './vocabulary.js';
import { type WireRequest, wireRequestOf } from './wire-request.js';

/** What inputs are made of: requests that a service has answered, and what they were about. */
export interface FuzzCorpus {
  readonly sent: readonly WireRequest[];
  readonly vocabulary: Vocabulary;
  /** Of all rows. */
  readonly queryNames: readonly string[];
  /** The JSON Schema of the body that the row of a request takes; undefined where it takes none. */
  readonly schemaOf: (request: WireRequest) => unknown;
}

const queryNames = [...new Set(endpoints.flatMap(({ query }) => propertiesOf(query).map(([name]) => name)))];

const bodies = endpoints.flatMap(({ route, base, body }) => {
  if (body?.as !== 'json') return [];
  const { method, path } = routeParts(route, base ?? 'api');
  const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+').replace(/\*$/, '.+')}$`);
  return [{ method, pattern, schema: inlineSchema('input', body.strict) }];
});

const schemaOf = ({ method, target }: WireRequest): unknown => {
  const [path = ''] = target.split('?', 1);
  return bodies.find((row) => row.method === method && row.pattern.test(path))?.schema;
};

/** A service that has answered a request to every endpoint, and these requests. */
export const startFuzzedService = async (): Promise<Acme & { readonly corpus: FuzzCorpus }> => {
  const acme = await startExampleService();
  const sent: WireRequest[] = [];
  const vocabulary = createVocabulary();
  await playExamples(acme, async (status: number, method: string, path: string, request: TestRequest = {}): Promise<Answer> => {
    const answer = await send(acme.service.baseUrl, method, path, request);
    if (answer.status !== status) throw new Error(`${method} ${path} answers ${answer.status}: ${answer.text}`);
    const { body } = request;
    sent.push(wireRequestOf(method, path, request));
    if (typeof body === 'object' && body !== null && !(body instanceof Uint8Array)) vocabulary.learn(body);
    vocabulary.learn(answer.json);
    return answer;
  });
  return { ...acme, corpus: { sent, vocabulary, queryNames, schemaOf } };
};
