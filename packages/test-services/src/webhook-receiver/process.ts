import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { ReceivedRequest, ReceiverManner, ToParent, ToReceiver } from './messages.js';

const manners = new Map<string, ReceiverManner>();
/** Those under way get their end later. */
type Noted = ReceivedRequest & { endedAtMs?: number };
const requests = new Map<string, Noted[]>();

const trickle = (write: () => void): void => {
  setInterval(write, 1000).unref();
};

const answer = (manner: ReceiverManner, { socket }: IncomingMessage, response: ServerResponse): void => {
  socket.on('error', () => socket.destroy());
  switch (manner.kind) {
    case 'answers': {
      const { status, headers, afterMs } = manner;
      const end = (): unknown => response.writeHead(status, headers).end();
      if (afterMs === undefined) end();
      else setTimeout(end, afterMs);
      return;
    }
    case 'silent':
      return;
    case 'slow':
      // What a status is called may be long.
      socket.write('HTTP/1.1 200 O');
      trickle(() => socket.write('O'));
      return;
    case 'endless': {
      const more = (): void => {
        while (response.write(Buffer.alloc(65_536)));
      };
      response.on('drain', more);
      more();
      return;
    }
    case 'slow-body':
      response.writeHead(200, { 'content-length': 1000 });
      response.flushHeaders();
      trickle(() => response.write('.'));
      return;
    case 'hangs-up':
      socket.destroy();
      return;
    case 'babbles':
      socket.end('220 mail.example.org ready\r\n\r\n');
  }
};

const server = createServer((request, response) => {
  const beganAtMs = performance.now();
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('error', () => undefined);
  request.on('end', () => {
    const { method = '', url: path = '', headers } = request;
    const [, id = ''] = path.split('/');
    const received = requests.get(id) ?? [];
    const noted: Noted = {
      method,
      path,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      body: Buffer.concat(chunks).toString(),
      beganAtMs,
    };
    received.push(noted);
    response.once('close', () => (noted.endedAtMs = performance.now()));
    requests.set(id, received);
    answer(manners.get(id) ?? { kind: 'answers', status: 404 }, request, response);
  });
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
if (address === null || typeof address === 'string') throw new Error('the receiver listens on a port');
const { port } = address;

process.on('message', (message: ToReceiver & { readonly number: number }) => {
  if (message.kind === 'manner') manners.set(message.id, message.manner);
  const received = message.kind === 'received' ? (requests.get(message.id) ?? []) : [];
  const reply: ToParent = { number: message.number, port, received };
  process.send?.(reply);
});
// The parent process is gone.
process.on('disconnect', () => process.exit(0));
