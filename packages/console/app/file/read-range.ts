/** Bytes of what a signed URL leads to, from `begin` on, as many as there are up to `end`. The signature is the credential: no other goes along. */
export const readRange = async (
  url: string,
  begin: number,
  end: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> => {
  const answer = await fetch(url, {
    headers: { range: `bytes=${String(begin)}-${String(end - 1)}` },
    credentials: 'omit',
    signal,
  });
  if (!answer.ok) throw new Error(`The storage answered ${String(answer.status)}.`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  // A storage without ranges sends all of it.
  return answer.status === 206 ? bytes : bytes.subarray(begin, end);
};
