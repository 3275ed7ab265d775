import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { okAsync } from 'neverthrow';
import type { ByteSource } from './reply.js';

/** Below the base URL, for anybody. */
export const agentPackagePath = '/downloads/svc-agent.tgz';

/** The agent as one tarball that `npm install --global` takes: `@svc/agent` as `npm pack` makes it. */
export interface AgentPackage {
  readonly version: string;
  /** The whole tarball. It is kept in memory, and is not changed any more. */
  readonly tarball: Uint8Array;
}

/** The same, ready to be handed out. `sha256`: 64 hexadecimal digits, which are the ETag too. */
export interface OfferedAgent extends Pick<ByteSource, 'sizeBytes' | 'open'> {
  readonly version: string;
  readonly sha256: string;
}

export const offerAgent = ({ version, tarball }: AgentPackage): OfferedAgent => {
  const sizeBytes = tarball.byteLength;
  return {
    version,
    sizeBytes,
    sha256: createHash('sha256').update(tarball).digest('hex'),
    open: ({ first, last } = { first: 0, last: sizeBytes - 1 }) =>
      okAsync({ sizeBytes, body: Readable.from([tarball.subarray(first, last + 1)], { objectMode: false }) }),
  };
};
