import type { Examples, RecordedAnswer } from '../../src/endpoint/openapi-examples.js';
import { routeParts } from '../../src/endpoint/route.js';
import { endpoints } from '../../src/endpoints/index.js';
import { operationOf } from '../support/described-answers.js';
import { type Answer, send, type TestRequest } from '../support/request.js';

/** Where the service is said to be: the port that it really listens on is another one each time. */
const shownBaseUrl = 'https://svc.example.com';

/** Sends a request, and fails when it is not answered with the status. */
export type Play = (status: number, method: string, path: string, request?: TestRequest) => Promise<Answer>;

export interface Recorder {
  readonly play: Play;
  /** The first request and the first answer of each status, by the operation. */
  recorded(): Examples;
}

const nameOf = (method: string, path: string): string | undefined => {
  const operation = operationOf(method, path);
  return endpoints.find(({ route, base }) => {
    const parts = routeParts(route, base ?? 'api');
    return (
      parts.method === method &&
      operation?.[1] === parts.path.replace(/\*$/, parts.path.includes('/lfs/*') ? '{path}' : '{wildcard}')
    );
  })?.name;
};

/** Keeps what is sent to a service and what it answers. `baseUrl` is where it listens. */
export const createRecorder = (baseUrl: string): Recorder => {
  const requests = new Map<string, unknown>();
  const answers = new Map<string, Map<number, RecordedAnswer>>();
  const shown = (value: unknown): unknown => JSON.parse(JSON.stringify(value).replaceAll(baseUrl, shownBaseUrl));

  const note = (name: string, request: unknown, { status, json }: Answer): void => {
    const isPlain = typeof request === 'object' && request !== null && !(request instanceof Uint8Array);
    if (isPlain && status < 400 && !requests.has(name)) requests.set(name, shown(request));
    const known = answers.get(name) ?? new Map<number, RecordedAnswer>();
    if (json !== undefined && !known.has(status)) known.set(status, { status, body: shown(json) });
    answers.set(name, known);
  };

  return {
    play: async (status, method, path, request = {}) => {
      const headers = { 'x-request-id': 'example', ...request.headers };
      const answer = await send(baseUrl, method, path, { ...request, headers });
      if (answer.status !== status) throw new Error(`${method} ${path} answers ${answer.status}, not ${status}: ${answer.text}`);
      const name = nameOf(method, path);
      if (name !== undefined) note(name, request.body, answer);
      return answer;
    },
    recorded: () =>
      new Map(
        endpoints.map(({ name }) => [name, { request: requests.get(name), answers: [...(answers.get(name)?.values() ?? [])] }]),
      ),
  };
};
