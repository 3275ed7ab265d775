import type { SeededRandom } from '@svc/conformance';

/** About normal with mean 0: the sum of four uniform numbers. */
const bell = (random: SeededRandom): number => {
  const uniform = (): number => random.integer(2 ** 24) / 2 ** 24 - 0.5;
  return uniform() + uniform() + uniform() + uniform();
};

const words = 'the of chunk and bytes are to in plane frame where a is that pack hash for server name it'.split(' ');

const cutTo = (bytes: Uint8Array, length: number): Uint8Array => bytes.slice(0, length);

/** The bytes of four-byte floats like the weights of a model, without the first `drop` bytes of each. */
const weights = (random: SeededRandom, length: number, drop: 0 | 2): Uint8Array => {
  const kept = 4 - drop;
  const floats = Float32Array.from({ length: Math.ceil(length / kept) }, () => bell(random) * 0.02);
  const bytes = new Uint8Array(floats.buffer);
  return cutTo(
    bytes.filter((_, index) => index % 4 >= drop),
    length,
  );
};

/** Kinds of data that take different ways through the encoder. */
export const samples = {
  random: (random, length) => random.bytes(length),
  zeros: (_, length) => new Uint8Array(length),
  text: (random, length) => {
    const text = Array.from({ length: Math.ceil(length / 2) }, () => random.pick(words)).join(' ');
    return cutTo(Buffer.from(text), length);
  },
  f32: (random, length) => weights(random, length, 0),
  bf16: (random, length) => weights(random, length, 2),
  counters: (random, length) => {
    const first = random.integer(2 ** 30);
    return cutTo(new Uint8Array(Int32Array.from({ length: Math.ceil(length / 4) }, (_, index) => first + index).buffer), length);
  },
} as const satisfies Record<string, (random: SeededRandom, length: number) => Uint8Array>;

export type SampleKind = keyof typeof samples;
export const sampleKinds: readonly SampleKind[] = ['random', 'zeros', 'text', 'f32', 'bf16', 'counters'];
