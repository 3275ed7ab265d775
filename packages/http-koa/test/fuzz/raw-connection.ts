import { connect, type Socket } from 'node:net';

/** An answer as it came over the wire. */
export interface WireAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

/** Far more than any answer takes on a machine that is busy: what comes later is a request that hangs. */
const longestMs = 50_000;

/** The end of a body in chunks, and its bytes; undefined as long as it has not come whole. */
const unchunked = (bytes: Buffer, begin: number): { readonly body: Buffer; readonly end: number } | undefined => {
  const pieces: Buffer[] = [];
  for (let at = begin; ;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd === -1) return undefined;
    const sizeBytes = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    const pieceEnd = lineEnd + 2 + sizeBytes;
    if (bytes.byteLength < pieceEnd + 2) return undefined;
    if (sizeBytes === 0) return { body: Buffer.concat(pieces), end: pieceEnd + 2 };
    pieces.push(bytes.subarray(lineEnd + 2, pieceEnd));
    at = pieceEnd + 2;
  }
};

const headersOf = (lines: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    lines.map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
    }),
  );

const hasNoBody = (status: number, isHead: boolean): boolean => isHead || status === 204 || status === 304;

/** The first answer in the bytes, and what follows it; undefined as long as it has not come whole. */
const firstAnswer = (bytes: Buffer, isHead: boolean, hasEnded: boolean): { answer: WireAnswer; rest: Buffer } | undefined => {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1] ?? NaN);
  if (Number.isNaN(status)) throw new Error(`no answer begins with ${statusLine}`);
  const begin = headEnd + 4;
  if (status < 200) return firstAnswer(bytes.subarray(begin), isHead, hasEnded);
  const headers = headersOf(lines);
  const answer = (body: Buffer, end: number) => ({ answer: { status, headers, body }, rest: bytes.subarray(end) });
  if (hasNoBody(status, isHead)) return answer(Buffer.alloc(0), begin);
  const length = headers.get('content-length');
  if (length !== undefined) {
    const end = begin + Number(length);
    return bytes.byteLength < end ? undefined : answer(bytes.subarray(begin, end), end);
  }
  if (headers.get('transfer-encoding') === 'chunked') {
    const whole = unchunked(bytes, begin);
    return whole && answer(whole.body, whole.end);
  }
  return hasEnded ? answer(bytes.subarray(begin), bytes.byteLength) : undefined;
};

const open = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.removeListener('error', reject);
      // An end that comes before the request is written is told by what came back until then.
      socket.on('error', () => undefined);
      resolve(socket);
    });
    socket.setNoDelay(true).once('error', reject);
  });

/** Writes the bytes and reads until `isDone` or the end. Fails when neither comes. */
const converse = (socket: Socket, bytes: Uint8Array, isDone: (received: Buffer) => boolean): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0);
    const timer = setTimeout(() => end(new Error(`a request hangs: ${Buffer.from(bytes).toString('latin1')}`)), longestMs);
    const end = (fault?: Error): void => {
      clearTimeout(timer);
      socket.removeListener('data', take).removeListener('close', close);
      if (fault === undefined) resolve(received);
      else reject(fault);
    };
    const close = (): void => end();
    const take = (piece: Buffer): void => {
      received = received.byteLength === 0 ? piece : Buffer.concat([received, piece]);
      try {
        if (isDone(received)) end();
      } catch (fault) {
        end(fault instanceof Error ? fault : new Error(String(fault)));
      }
    };
    socket.on('data', take).once('close', close);
    if (socket.closed) close();
    else socket.write(bytes);
  });

/** A connection that is used for one request after the other, as long as the service keeps it. */
export const createKeptConnection = (port: number) => {
  let kept: Socket | undefined;
  return {
    /** The answer to a request that is well-formed HTTP; undefined when the service has closed the connection without one. */
    exchange: async (bytes: Uint8Array, isHead: boolean): Promise<WireAnswer | undefined> => {
      const socket = kept !== undefined && !kept.closed && kept.writable ? kept : await open(port);
      kept = socket;
      const received = await converse(socket, bytes, (all) => firstAnswer(all, isHead, false) !== undefined);
      const answer = firstAnswer(received, isHead, true)?.answer;
      if (answer === undefined || answer.headers.get('connection') === 'close') {
        socket.destroy();
        kept = undefined;
      }
      return answer;
    },
    close: (): void => void kept?.destroy(),
  };
};

/** All that comes back on a connection of its own on which the bytes are written and nothing more will come. */
export const sendOnce = async (port: number, bytes: Uint8Array): Promise<readonly WireAnswer[]> => {
  const socket = await open(port);
  const receiving = converse(socket, bytes, () => false);
  socket.end();
  let rest = await receiving;
  const answers: WireAnswer[] = [];
  for (let next = firstAnswer(rest, false, true); next !== undefined; next = firstAnswer(rest, false, true)) {
    answers.push(next.answer);
    ({ rest } = next);
  }
  return answers;
};
