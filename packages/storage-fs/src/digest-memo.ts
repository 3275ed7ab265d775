import type { BigIntStats } from 'node:fs';

/** The clock of a file's times may be as coarse as this, with a margin. */
const tickMs = 20;
const maxEntries = 10_000;

/** Remembers the SHA-256 of files that were hashed while they were written, so that they need not be read again. */
export interface DigestMemo {
  /** To be called while the file can still be reached by nobody else. */
  remember(facts: BigIntStats, sha256Hex: string): void;
  /** The hash of the file with these facts, if it is remembered. */
  recall(facts: BigIntStats): string | undefined;
}

/**
 * A file is known by its inode, its times of birth and of modification and its size. An inode is used again when its file has gone, and then
 * only the times tell them apart. A successor is born after the last modification of the file before it, so a file that was being written
 * for longer than a tick of the clock has another time of birth than any successor; one that was not, or whose file system tells no
 * time of birth, is remembered only when its modification lies a tick back. The others are small: reading them again costs little.
 */
export const createDigestMemo = (nowMs: () => number = Date.now): DigestMemo => {
  const digests = new Map<string, string>();
  return {
    remember: (facts, sha256Hex) => {
      if (!wasWrittenForATick(facts) && nowMs() - Number(facts.mtimeMs) < tickMs) return;
      const [oldest] = digests.size < maxEntries ? [] : digests.keys();
      if (oldest !== undefined) digests.delete(oldest);
      digests.set(identityOf(facts), sha256Hex);
    },
    recall: (facts) => digests.get(identityOf(facts)),
  };
};

const wasWrittenForATick = ({ birthtimeMs, mtimeMs }: BigIntStats): boolean =>
  birthtimeMs > 0n && mtimeMs - birthtimeMs >= BigInt(tickMs);

/** Tells a file from those that lie, or have lain, at its path. */
export const identityOf = ({ dev, ino, birthtimeNs, mtimeNs, size }: BigIntStats): string =>
  `${dev}:${ino}:${birthtimeNs}:${mtimeNs}:${size}`;
