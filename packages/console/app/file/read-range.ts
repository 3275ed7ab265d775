/** Bytes from the beginning of what a signed URL leads to. The signature is the credential: no other goes along. */
export const readBeginning = async (url: string, maxBytes: number, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> => {
  const answer = await fetch(url, {
    headers: { range: `bytes=0-${String(maxBytes - 1)}` },
    credentials: 'omit',
    signal,
  });
  if (!answer.ok) throw new Error(`The storage answered ${String(answer.status)}.`);
  // A storage without ranges sends all of it.
  return new Uint8Array(await answer.arrayBuffer()).subarray(0, maxBytes);
};
