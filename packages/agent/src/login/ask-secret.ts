import { createInterface } from 'node:readline/promises';
import { addAbortSignal, Writable } from 'node:stream';
import { AgentProblem } from '../agent-problem.js';
import { ended } from '../api-outcome.js';
import type { InputStream } from '../surroundings.js';

/** No token has so many. */
const maxCharacters = 64 * 1024;

export interface SecretQuestion {
  readonly prompt: () => void;
  /** A person at the terminal has pressed Ctrl-C. */
  readonly onInterrupt: () => void;
  readonly signal: AbortSignal;
}

/** Nothing of what is typed is shown. */
const nowhere = (): Writable => new Writable({ write: (_piece, _encoding, done) => done() });

const askPerson = async (input: InputStream, { prompt, onInterrupt, signal }: SecretQuestion): Promise<string> => {
  const lines = createInterface({ input, output: nowhere(), terminal: true });
  // The terminal hands Ctrl-C to who reads it; it means the same as everywhere.
  lines.once('SIGINT', onInterrupt);
  prompt();
  try {
    return await lines.question('', { signal });
  } catch (fault) {
    throw signal.aborted ? ended() : fault;
  } finally {
    lines.close();
  }
};

const readAll = async (input: InputStream, signal: AbortSignal): Promise<string> => {
  let text = '';
  try {
    for await (const piece of addAbortSignal(signal, input.setEncoding('utf8'))) {
      text += String(piece);
      if (text.length > maxCharacters) throw new AgentProblem('what came on stdin is no token', 'setting');
    }
  } catch (fault) {
    throw signal.aborted ? ended() : fault;
  }
  return text;
};

/** A secret that a person types or pastes, unseen, or that a program writes to stdin. Throws an `AgentProblem` where there is none. */
export const askSecret = async (input: InputStream, question: SecretQuestion): Promise<string> => {
  const text = (await (input.isTTY === true ? askPerson(input, question) : readAll(input, question.signal))).trim();
  if (text === '') throw new AgentProblem('no token was given: paste one, or pipe it in', 'setting');
  return text;
};
