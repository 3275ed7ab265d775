import { okAsync } from 'neverthrow';
import type { BlobStore } from './ports/blob-store.js';
import type { Clock } from './ports/clock.js';
import type { Ports } from './ports/ports.js';

const plainStore = (blobs: BlobStore): BlobStore => ({
  traits: blobs.traits,
  check: () => blobs.check(),
  head: (key) => blobs.head(key),
  read: (key, span) => blobs.read(key, span),
  ...(blobs.open !== undefined && { open: (key) => blobs.open?.(key) ?? okAsync(undefined) }),
  write: (key, body, sizeBytes) => blobs.write(key, body, sizeBytes),
  promote: (from, to, expected) => blobs.promote(from, to, expected),
  remove: (key) => blobs.remove(key),
  deletePrefix: (prefix) => blobs.deletePrefix(prefix),
  list: (prefix) => blobs.list(prefix),
  signer: (namespace) => blobs.signer(namespace),
  ...(blobs.parts !== undefined && { parts: (namespace) => blobs.parts?.(namespace) ?? okAsync(undefined) }),
});

const plainClock = (clock: Clock): Clock => ({
  now: () => clock.now(),
  ...(clock.after !== undefined && {
    after: (milliseconds, act) => clock.after?.(milliseconds, act) ?? (() => undefined),
  }),
  ...(clock.pause !== undefined && { pause: async () => clock.pause?.() }),
  ...(clock.idle !== undefined && { idle: async () => clock.idle?.() }),
});

/**
 * The same ports. Some work puts other methods into a copy of its store or its clock, and a copy has none of the methods that an instance of a class has of its
 * prototype: here each has all of them itself.
 */
export const plainPorts = (ports: Ports): Ports => ({
  ...ports,
  blobs: plainStore(ports.blobs),
  clock: plainClock(ports.clock),
});
