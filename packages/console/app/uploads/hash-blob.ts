import { sha256 } from '@noble/hashes/sha2.js';
import { FileUnread } from './file-unread.js';

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * The SHA-256 of a file, read piece by piece: Web Crypto wants all bytes at once, and is missing on pages of plain http. Rejects where it cannot be read,
 * or has become shorter or longer: Firefox reads such a file as it is now, and waits without end for bytes to send that are not there.
 */
export const hashBlob = async (file: Blob, onProgress: (hashedBytes: number) => void): Promise<string> => {
  const hasher = sha256.create();
  let hashedBytes = 0;
  const reader = file.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    hasher.update(value);
    hashedBytes += value.byteLength;
    onProgress(hashedBytes);
  }
  if (hashedBytes !== file.size) throw new FileUnread();
  return hexOf(hasher.digest());
};
