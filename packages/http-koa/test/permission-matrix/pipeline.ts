import type { Socket } from 'node:net';
import { open } from '../fuzz/raw-connection.js';
import { firstAnswer, type WireAnswer } from '../fuzz/wire-answer.js';
import { encodeRequest, type WireRequest } from '../fuzz/wire-request.js';

/** So many requests are on their way at once. */
const windowSize = 32;

/** Writes the requests one behind the other, and reads until each is answered or the service closes the connection. */
const exchange = (socket: Socket, requests: readonly WireRequest[]): Promise<readonly WireAnswer[]> =>
  new Promise((resolve, reject) => {
    const answers: WireAnswer[] = [];
    let received: Buffer = Buffer.alloc(0);
    const stopReading = (): void => void socket.removeListener('data', take).removeListener('close', end);
    const end = (): void => {
      stopReading();
      resolve(answers);
    };
    const readAnswers = (): void => {
      for (const { method } of requests.slice(answers.length)) {
        const next = firstAnswer(received, method === 'HEAD', false);
        if (next === undefined) return;
        answers.push(next.answer);
        received = next.rest;
      }
      end();
    };
    const take = (piece: Buffer): void => {
      received = received.byteLength === 0 ? piece : Buffer.concat([received, piece]);
      try {
        readAnswers();
      } catch (fault) {
        stopReading();
        reject(fault instanceof Error ? fault : new Error(String(fault)));
      }
    };
    socket.on('data', take).once('close', end);
    socket.write(Buffer.concat(requests.map((request) => encodeRequest(request))));
  });

/**
 * The answers to requests, in their order, by one connection as long as the service keeps it: that takes half the processor time of a client that has an
 * object for each. The requests behind one with whose answer the service closes are sent again, so that none may change anything.
 */
export const sendInRow = async (port: number, requests: readonly WireRequest[]): Promise<readonly WireAnswer[]> => {
  const answers: WireAnswer[] = [];
  let socket = await open(port);
  while (answers.length < requests.length) {
    if (socket.closed) socket = await open(port);
    const next = requests.slice(answers.length, answers.length + windowSize);
    const answered = await exchange(socket, next);
    if (answered.length === 0) throw new Error(`no answer to ${next[0]?.method} ${next[0]?.target}`);
    if (answered.length < next.length || answered.at(-1)?.headers.get('connection') === 'close') {
      socket.destroy();
      socket = await open(port);
    }
    answers.push(...answered);
  }
  socket.destroy();
  return answers;
};
