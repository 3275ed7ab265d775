import { refusedAt } from '../api/refused-at.js';

/** A browser says of a connection that broke, before the answer or within it, no more than that the request has failed. */
const asRefused =
  (url: string) =>
  (fault: unknown): never => {
    throw fault instanceof TypeError ? refusedAt(url, 0) : fault;
  };

/** Bytes of what a signed URL leads to, from `begin` on, as many as there are up to `end`. The signature is the credential: no other goes along. */
export const readRange = async (
  url: string,
  begin: number,
  end: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> => {
  const range = `bytes=${String(begin)}-${String(end - 1)}`;
  const answer = await fetch(url, { headers: { range }, credentials: 'omit', signal }).catch(asRefused(url));
  if (!answer.ok) throw refusedAt(url, answer.status);
  const bytes = new Uint8Array(await answer.arrayBuffer().catch(asRefused(url)));
  // A storage without ranges sends all of it.
  return answer.status === 206 ? bytes : bytes.subarray(begin, end);
};

/** What is fetched of one file by readers that decide on their own what they need. */
const mostReadBytes = 32_000_000;

/** Reads ranges for a preview until all of them together are too much for one. */
export const cappedReader = (
  url: string,
  sizeBytes: number,
  signal: AbortSignal,
): ((begin: number, end: number) => Promise<Uint8Array<ArrayBuffer>>) => {
  let readBytes = 0;
  return async (begin, end) => {
    const last = Math.min(end, sizeBytes);
    if (begin >= last) throw new Error('The file ends before what it says is in it.');
    readBytes += last - begin;
    if (readBytes > mostReadBytes)
      throw new Error('Too much of this file would have to be fetched to show it. Download it to open it.');
    return readRange(url, begin, last, signal);
  };
};
