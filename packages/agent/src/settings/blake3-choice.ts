import type { Blake3Choice } from '@svc/codec-node';
import { AgentProblem } from '../agent-problem.js';
import type { Environment } from './read-settings.js';

const choices: readonly Blake3Choice[] = ['auto', 'native', 'wasm', 'portable'];

/** Which BLAKE3 names chunks: `SVC_BLAKE3`, for machines on which the fastest one is not to be trusted. Throws when that is none. */
export const blake3Choice = ({ SVC_BLAKE3: text = '' }: Environment): Blake3Choice => {
  const choice = text === '' ? 'auto' : choices.find((each) => each === text);
  if (choice === undefined) throw new AgentProblem(`SVC_BLAKE3 must be one of ${choices.join(', ')}`, 'setting');
  return choice;
};
