import { Agent } from 'node:http';
import { z } from 'zod';
import { type Answer, type Exchange, exchange, read, textOf } from '../client/exchange.js';

export interface ObjectName {
  readonly oid: string;
  readonly size: number;
}

export const lfsType = 'application/vnd.git-lfs+json';

const agent = new Agent();

/** A request on a connection of its own. */
export const send = (request: Exchange): Promise<Answer> => exchange(agent, request);

export const jsonOf = (answer: Answer): unknown => {
  const json: unknown = JSON.parse(textOf(answer));
  return json;
};

export const basic = (token: string, user = 'git'): string => `Basic ${Buffer.from(`${user}:${token}`).toString('base64')}`;

/** The headers that git-lfs 3.3.0 sends with a request to the API; without a token, as its first request goes out. */
export const clientHeaders = (token?: string): Record<string, string> => ({
  'User-Agent': 'git-lfs/3.3.0 (GitHub; linux amd64; go 1.19.8)',
  Accept: lfsType,
  'Content-Type': `${lfsType}; charset=utf-8`,
  'Accept-Encoding': 'gzip',
  ...(token === undefined ? {} : { Authorization: basic(token) }),
});

/** A request to a path below the LFS URL of a repository, shaped like the client's. */
export const lfsRequest = (lfsUrl: string, path: string, token: string | undefined, body: unknown): Promise<Answer> =>
  send({ method: 'POST', url: `${lfsUrl}${path}`, headers: clientHeaders(token), body: JSON.stringify(body) });

/** A batch as git-lfs 3.3.0 writes it. `more` adds members or, with undefined, takes them away. */
export const batchBody = (
  operation: string,
  objects: readonly unknown[],
  more: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> => ({
  operation,
  objects,
  transfers: ['lfs-standalone-file', 'basic', 'ssh'],
  ref: { name: 'refs/heads/main' },
  hash_algo: 'sha256',
  ...more,
});

export const batch = (
  lfsUrl: string,
  token: string | undefined,
  operation: 'upload' | 'download',
  objects: readonly ObjectName[],
): Promise<Answer> => lfsRequest(lfsUrl, '/objects/batch', token, batchBody(operation, objects));

const action = z.object({
  href: z.string(),
  header: z.record(z.string(), z.string()).optional(),
  expires_in: z.number().optional(),
  expires_at: z.string().optional(),
});

const batchReply = z.object({
  transfer: z.string(),
  objects: z.array(
    z.object({
      oid: z.string(),
      size: z.number(),
      authenticated: z.boolean().optional(),
      actions: z.object({ download: action.optional(), upload: action.optional(), verify: action.optional() }).optional(),
      error: z.object({ code: z.number(), message: z.string() }).optional(),
    }),
  ),
});

export type BatchEntry = z.output<typeof batchReply>['objects'][number];
export type BatchAction = z.output<typeof action>;

/** The entries of a batch, which has to have succeeded. */
export const entriesOf = (answer: Answer): readonly BatchEntry[] => read(answer, 200, batchReply).objects;

/** The action of that name in the only entry of a batch. */
export const actionOf = (answer: Answer, name: 'download' | 'upload' | 'verify'): BatchAction => {
  const [entry, ...others] = entriesOf(answer);
  const found = entry?.actions?.[name];
  if (found === undefined || others.length > 0) throw new Error(`no single ${name} action in ${textOf(answer)}`);
  return found;
};

/** The PUT of an upload action, with the headers that it asks for. */
export const upload = ({ href, header = {} }: BatchAction, bytes: Uint8Array): Promise<Answer> =>
  send({ method: 'PUT', url: href, headers: header, body: bytes });

/** The POST of a verify action: the client sends no charset here. */
export const verify = ({ href, header = {} }: BatchAction, object: unknown): Promise<Answer> =>
  send({
    method: 'POST',
    url: href,
    headers: { ...header, Accept: lfsType, 'Content-Type': lfsType },
    body: JSON.stringify(object),
  });

/** Batch, PUT and verify of one object, all of which have to succeed. */
export const store = async (
  lfsUrl: string,
  token: string,
  object: ObjectName & { readonly bytes: Uint8Array },
): Promise<void> => {
  const { oid, size, bytes } = object;
  const answer = await batch(lfsUrl, token, 'upload', [{ oid, size }]);
  for (const { status } of [
    await upload(actionOf(answer, 'upload'), bytes),
    await verify(actionOf(answer, 'verify'), { oid, size }),
  ]) {
    if (status !== 200) throw new Error(`storing ${oid} answered ${status}`);
  }
};
