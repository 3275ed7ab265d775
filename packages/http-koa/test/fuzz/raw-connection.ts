import { connect, type Socket } from 'node:net';
import { firstAnswer, type WireAnswer } from './wire-answer.js';

/** Far more than any answer takes on a machine that is busy: what comes later is a request that hangs. */
const longestMs = 150_000;

/** A connection to the port. An end that comes before the request is written is no error here. */
export const open = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.removeListener('error', reject);
      // Told by what came back until then.
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
