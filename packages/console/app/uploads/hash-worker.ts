import { sha256 } from '@noble/hashes/sha2.js';

/*
 * Computes the SHA-256 of a file away from the page, piece by piece: Web Crypto wants all bytes at once, and is missing on pages of plain http.
 * Asked with a `Blob`; answers `{ hashedBytes }` as it goes on, then `{ oid }`, or `{ problem }`.
 */

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

const hash = async (file: Blob): Promise<void> => {
  const hasher = sha256.create();
  let hashedBytes = 0;
  const reader = file.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    hasher.update(value);
    hashedBytes += value.byteLength;
    postMessage({ hashedBytes });
  }
  postMessage({ oid: hexOf(hasher.digest()) });
};

addEventListener('message', (event: MessageEvent<unknown>) => {
  if (!(event.data instanceof Blob)) return;
  hash(event.data).catch(() => postMessage({ problem: 'The file could not be read.' }));
});
