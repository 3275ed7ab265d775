import { isOid } from '@svc/core';
import { err, ok, type Result } from 'neverthrow';
import type { Action, Message } from './message.js';

export interface MalformedMessage {
  /** A sentence without the bytes that were sent. */
  readonly problem: string;
  /** The object that the line is about, when that much can be read: its transfer is answered with the problem. */
  readonly oid: string | undefined;
}

/** Reads one line. Total: any text gives a message or what is wrong with it; fields that are not known are ignored, as git-lfs may add some. */
export const parseMessage = (line: string): Result<Message, MalformedMessage> => {
  const read = parseObject(line);
  if (read === undefined) return malformed('the line is no JSON object');
  switch (read['event']) {
    case 'init':
      return parseInit(read);
    case 'upload':
    case 'download':
      return parseTransfer(read['event'], read);
    case 'terminate':
      return ok({ event: 'terminate' });
    default:
      return malformed('the event is not known', read['oid']);
  }
};

const parseInit = ({ operation, remote }: Fields): Result<Message, MalformedMessage> =>
  operation === 'upload' || operation === 'download'
    ? ok({ event: 'init', operation, remote: typeof remote === 'string' && remote !== '' ? remote : undefined })
    : malformed('the operation is neither upload nor download');

const parseTransfer = (event: 'upload' | 'download', fields: Fields): Result<Message, MalformedMessage> => {
  const { oid, size, path } = fields;
  // Oids name files on both sides, so nothing else may come through as one.
  if (typeof oid !== 'string' || !isOid(oid)) return malformed('the oid is no SHA-256 in lower-case hex', oid);
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0) return malformed('the size is no count of bytes', oid);
  const action = parseAction(fields['action']);
  if (action === 'malformed') return malformed('the action has no href, or a header that is no text', oid);
  if (event === 'download') return ok({ event, oid, size, action });
  if (typeof path !== 'string' || path === '' || path.includes('\0')) return malformed('the path is missing', oid);
  return ok({ event, oid, size, path, action });
};

const parseAction = (value: unknown): Action | undefined | 'malformed' => {
  if (value === undefined || value === null) return undefined;
  if (!isFields(value) || typeof value['href'] !== 'string') return 'malformed';
  const header: unknown = value['header'] ?? {};
  if (!isFields(header)) return 'malformed';
  const entries = Object.entries(header).flatMap(([name, text]): readonly (readonly [string, string])[] =>
    typeof text === 'string' ? [[name, text]] : [],
  );
  if (entries.length !== Object.keys(header).length) return 'malformed';
  return { href: value['href'], header: Object.fromEntries(entries) };
};

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

const parseObject = (line: string): Fields | undefined => {
  try {
    const value: unknown = JSON.parse(line);
    return isFields(value) ? value : undefined;
  } catch (fault) {
    if (fault instanceof SyntaxError) return undefined;
    throw fault;
  }
};

const malformed = (problem: string, oid?: unknown): Result<never, MalformedMessage> =>
  err({ problem, oid: typeof oid === 'string' ? oid : undefined });
