import type { Blake3Choice, NodeCodecOptions, ZstdChoice } from '@svc/codec-node';
import { AgentProblem } from '../agent-problem.js';
import type { Environment } from './environment.js';

const blake3Choices: readonly Blake3Choice[] = ['auto', 'native', 'wasm', 'portable'];
const zstdChoices: readonly ZstdChoice[] = ['auto', 'native', 'wasm'];

/** What names and compresses chunks: `SVC_BLAKE3` and `SVC_ZSTD`, for machines on which the fastest is not to be trusted. Throws when one is unknown. */
export const codecChoice = (environment: Environment): Required<NodeCodecOptions> => ({
  blake3: choiceIn(environment, 'SVC_BLAKE3', blake3Choices),
  zstd: choiceIn(environment, 'SVC_ZSTD', zstdChoices),
});

const choiceIn = <Choice extends string>(environment: Environment, name: string, choices: readonly Choice[]): Choice | 'auto' => {
  const text = environment[name] ?? '';
  const choice = text === '' ? 'auto' : choices.find((each) => each === text);
  if (choice === undefined) throw new AgentProblem(`${name} must be one of ${choices.join(', ')}`, 'setting');
  return choice;
};
