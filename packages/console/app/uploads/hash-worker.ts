import { FileUnread } from './file-unread.js';
import { hashBlob } from './hash-blob.js';

/*
 * Computes the SHA-256 of a file away from the page.
 * Asked with a `Blob`; answers `{ hashedBytes }` as it goes on, then `{ oid }`, or `{ problem }`.
 */

addEventListener('message', (event: MessageEvent<unknown>) => {
  if (!(event.data instanceof Blob)) return;
  hashBlob(event.data, (hashedBytes) => postMessage({ hashedBytes })).then(
    (oid) => postMessage({ oid }),
    () => postMessage({ problem: new FileUnread().message }),
  );
});
