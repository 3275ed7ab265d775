import type { ChunkCodec, Clock, Hasher, RandomSource, SecretBox } from '@svc/core/ports';
import { nodeHasher } from '@svc/hasher-node';
import { createSecretBox, type SecretBoxKey } from '@svc/secret-box-node';
import { nodeClock } from './node-clock.js';
import { nodeRandom } from './node-random.js';
import { openCodecs } from './open-codecs.js';

/** The ports of `createApplication` that Node itself answers. Records, bytes and settings are the embedder's choice. */
export interface NodePorts {
  readonly clock: Required<Omit<Clock, 'idle'>>;
  readonly random: RandomSource;
  readonly hasher: Hasher;
  /**
   * Of `@svc/codec-node` where it is installed: native speed, decoding on one thread of its own, which all ports of a process share and which keeps none alive.
   * Otherwise the portable codec without zstd. A service with that one stores and serves whole objects; chunks that clients have compressed make it throw.
   */
  readonly codec: ChunkCodec;
  /** The same, on a thread that comes after all others where threads have priorities of their own. */
  readonly backgroundCodec: ChunkCodec;
}

export interface SecretBoxOption {
  /** Each with an id and 32 random bytes. The first one seals, all open; what a lost key has sealed is lost with it. */
  readonly secretBoxKeys: readonly SecretBoxKey[];
}

/** What Node brings to `createApplication`. Without keys there is no secret box, and the service offers neither webhooks nor customers' buckets. */
export function nodePorts(): Promise<NodePorts>;
export function nodePorts(options: SecretBoxOption): Promise<NodePorts & { readonly secretBox: SecretBox }>;
export async function nodePorts(options?: SecretBoxOption): Promise<NodePorts & { readonly secretBox?: SecretBox }> {
  const ports = { clock: nodeClock, random: nodeRandom, hasher: nodeHasher, ...(await openCodecs()) };
  return options === undefined ? ports : { ...ports, secretBox: createSecretBox({ keys: options.secretBoxKeys }) };
}
