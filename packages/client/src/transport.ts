export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface TransportRequest {
  readonly method: Method;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent with its exact length. Not to be changed until the answer is there. */
  readonly body: Uint8Array | undefined;
  readonly signal: AbortSignal | undefined;
  /** Whether the service may work for minutes before it answers: then silence says nothing of the connection. False when absent. */
  readonly answersLate?: boolean;
}

export interface TransportAnswer {
  readonly status: number;
  /** The value of a header, by its name in lower case. */
  readonly header: (name: string) => string | undefined;
  /** The body in pieces. Reading it to its end, or leaving the loop early, gives the connection back. */
  readonly body: AsyncIterable<Uint8Array>;
  /**
   * Reads the whole body, instead of `body`, into memory, and answers how long it is: more than the memory has room for when it is longer, and then it is not
   * read to its end. A transport has it where it saves copies.
   */
  readonly readInto?: (target: Uint8Array) => Promise<number>;
}

/**
 * Sends one request and hands out whatever is answered, redirects too: it follows none. Rejects, and its bodies throw, when the connection fails or
 * the signal ends the request.
 */
export type Transport = (request: TransportRequest) => Promise<TransportAnswer>;

async function* piecesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  let isRead = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      yield value;
    }
    isRead = true;
  } finally {
    if (!isRead) await reader.cancel().catch(() => undefined);
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** The same bytes in memory that no other thread can change: fetch takes no other. */
const unshared = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => {
  const { buffer, byteOffset, byteLength } = bytes;
  return buffer instanceof ArrayBuffer ? new Uint8Array(buffer, byteOffset, byteLength) : new Uint8Array(bytes);
};

/** A transport over the `fetch` of the platform. A browser hides where a redirect leads: its status is 0 there. */
export const fetchTransport =
  (fetchIt: typeof fetch): Transport =>
  async ({ method, url, headers, body, signal }) => {
    const answer = await fetchIt(url, {
      method,
      headers,
      body: body === undefined ? null : unshared(body),
      signal: signal ?? null,
      redirect: 'manual',
      credentials: 'omit',
    });
    const stream: ReadableStream<Uint8Array> | null = answer.body;
    return {
      status: answer.status,
      header: (name) => answer.headers.get(name) ?? undefined,
      body: stream === null ? nothing() : piecesOf(stream),
    };
  };
