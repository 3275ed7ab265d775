import { err, type Result } from 'neverthrow';
import type { Message } from './message.js';
import { type MalformedMessage, parseMessage } from './parse-message.js';

export type Incoming = Result<Message, MalformedMessage>;

/** A header line of a proxy may be long; a line without an end must not fill the memory. */
const MOST_LINE_CHARACTERS = 1024 * 1024;

/**
 * The lines of git-lfs as messages, read on while a transfer is under way, so that the end of git-lfs is noticed at once: `onLost` is called when
 * the input ends before it has said `terminate`. Lines longer than 1 Mi characters are malformed and end the queue. No line is waited for after the
 * signal.
 */
export const readMessages = async function* (
  input: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
  onLost: () => void,
): AsyncGenerator<Incoming, void, void> {
  const waiting: Incoming[] = [];
  const state = { isEnded: false, wake: (): void => undefined };
  signal.addEventListener('abort', () => state.wake(), { once: true });
  const reading = (async () => {
    let terminated = false;
    for await (const line of linesOf(input)) {
      const incoming: Incoming =
        line === undefined ? err({ problem: 'the line is too long', oid: undefined }) : parseMessage(line);
      waiting.push(incoming);
      terminated ||= incoming.isOk() && incoming.value.event === 'terminate';
      state.wake();
    }
    if (!terminated) onLost();
  })().finally(() => {
    state.isEnded = true;
    state.wake();
  });
  // It is told when all that came before it is done; until then nobody waits for it.
  reading.catch(() => undefined);
  for (;;) {
    const next = waiting.shift();
    if (next !== undefined) yield next;
    else if (signal.aborted) return;
    else if (state.isEnded) break;
    else await new Promise<void>((resolve) => (state.wake = resolve));
  }
  await reading;
};

/** The lines that are not empty; undefined for one that is too long, and then no more. */
const linesOf = async function* (input: AsyncIterable<Uint8Array>): AsyncGenerator<string | undefined, void, void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of input) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') yield line;
    if (rest.length > MOST_LINE_CHARACTERS) {
      yield undefined;
      return;
    }
  }
  if (rest.trim() !== '') yield rest;
};
