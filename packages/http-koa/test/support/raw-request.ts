import { connect } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** Node's parser lets them through, and no path can be read from them. */
export const unreadableTargets = ['http://[x/readyz', 'http://%zz@host/readyz', 'x://host', 'x://host?path=/readyz'];

const parse = (text: string): RawAnswer => {
  const end = text.indexOf('\r\n\r\n');
  const head = end === -1 ? text : text.slice(0, end);
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0);
  return { status, head, body: end === -1 ? '' : text.slice(end + 4) };
};

/** Writes bytes to the port and reads until the server closes; a request has to ask for that with `Connection: close`. */
export const sendRaw = (port: number, bytes: string | Uint8Array): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setTimeout(150_000, () => socket.destroy(new Error('no answer in time')));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.once('error', reject);
    socket.once('close', () => resolve(parse(Buffer.concat(chunks).toString('latin1'))));
  });
