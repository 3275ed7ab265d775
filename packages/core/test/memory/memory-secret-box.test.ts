import { runCases, secretBoxCases, type SecretBoxHarness } from '@svc/conformance';
import { createCountedRandom, createMemorySecretBox } from '@svc/core/memory';
import { portableHasher } from '../../src/formats/hashing/portable-hasher.js';
import { bytesOf } from '../builders/world.js';

const secretOf = (name: string): Uint8Array => {
  const hash = portableHasher.sha256();
  hash.update(bytesOf(name));
  return bytesOf(hash.digestHex());
};

const makeHarness = async (): Promise<SecretBoxHarness> => {
  const random = createCountedRandom();
  return {
    open: async (names) => createMemorySecretBox({ keys: names.map((id) => ({ id, secret: secretOf(id) })), random }),
    close: () => Promise.resolve(),
  };
};

// A counted source repeats nothing; to see that 100,000 times takes the portable hash half a minute.
const quickCases = Object.fromEntries(
  Object.entries(secretBoxCases).map(([name, cases]) => [name, cases.filter(({ title }) => !title.includes('100,000 times'))]),
);

describe('the secret box in memory', () => {
  runCases(describe, it, quickCases, makeHarness);
});
