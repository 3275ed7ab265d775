import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';

export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Answers the next request. */
export type Answer = (response: ServerResponse, request: SeenRequest) => void;

export interface ScriptedServer {
  readonly baseUrl: string;
  readonly seen: SeenRequest[];
  /** The answers to come, in order; the last one stays. */
  script: Answer[];
  close(): Promise<void>;
}

export const json =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

export const refusal = (status: number, code: string, headers: Readonly<Record<string, string>> = {}): Answer =>
  json(status, { error: { code, message: `It is ${code}.`, request_id: 'r-1', details: { reason: 'some_reason' } } }, headers);

/** Closes the connection without an answer. */
export const hangUp: Answer = (response) => response.destroy();

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  for await (const piece of request) if (piece instanceof Uint8Array) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
};

/** A server that answers what it is told to. */
export const startScriptedServer = async (): Promise<ScriptedServer> => {
  const seen: SeenRequest[] = [];
  const state: { script: Answer[] } = { script: [] };
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const { method = '', url = '', headers } = request;
      seen.push({ method, url, headers, body });
      const answer = state.script.length > 1 ? state.script.shift() : state.script[0];
      answer?.(response, { method, url, headers, body });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port');
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    seen,
    get script() {
      return state.script;
    },
    set script(answers) {
      state.script = answers;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
