import type { SignedRequest } from '@svc/core/ports';

/** Uploads as a client does that was given a signed URL: with its length, the header that came with the URL, and nothing else. */
export const put = async (
  { href, header }: SignedRequest,
  bytes: Uint8Array,
  more: Readonly<Record<string, string>> = {},
): Promise<number> => {
  const answer = await fetch(href, { method: 'PUT', body: new Uint8Array(bytes), headers: { ...header, ...more } });
  await answer.arrayBuffer();
  return answer.status;
};

export interface Downloaded {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

export const get = async (href: string, headers: Readonly<Record<string, string>> = {}): Promise<Downloaded> => {
  const answer = await fetch(href, { headers });
  return { status: answer.status, headers: answer.headers, bytes: new Uint8Array(await answer.arrayBuffer()) };
};
