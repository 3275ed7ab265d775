import { refusedAt } from '../api/refused-at.js';
import { FileUnread, isReadable } from './file-unread.js';

/** Why it was not taken. */
const faultOf = async (url: string, piece: Blob, status: number): Promise<Error> =>
  status === 0 && !(await isReadable(piece)) ? new FileUnread() : refusedAt(url, status);

/**
 * Sends a piece of a file to a signed URL, straight from the disk. The signature is the credential: no other goes along. `fetch` does not tell how far it
 * has come, so this is the older way.
 */
export const putBlob = (url: string, piece: Blob, onProgress: (sentBytes: number) => void, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = (): void => request.abort();
    const end = (): void => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort);
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded));
    request.addEventListener('loadend', () => {
      end();
      if (request.status >= 200 && request.status < 300) resolve();
      else void faultOf(url, piece, request.status).then(reject);
    });
    request.open('PUT', url);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.send(piece);
  });
