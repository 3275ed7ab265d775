import { randomSourceCases, runCases } from '@svc/conformance';
import { nodeRandom } from '../src/index.js';

describe('the random source of the machine', () => {
  runCases(describe, it, randomSourceCases, async () => ({ random: nodeRandom, close: async () => {} }));
});
