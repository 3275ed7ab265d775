import { setTimeout as sleep } from 'node:timers/promises';
import type { Reply } from './call.js';
import { s3Namespace } from './xml.js';

const declaration = '<?xml version="1.0" encoding="UTF-8"?>';

export const garbage: Reply = { status: 200, body: '<<<!%& this is no XML \u0000{"nor": JSON' };

/** Each entity is ten of the one before. */
export const entityBomb = (): Reply => {
  const names = Array.from({ length: 12 }, (_, index) => `e${index}`);
  const declared = names.map((name, index) => `<!ENTITY ${name} "${index === 0 ? 'boom' : `&e${index - 1};`.repeat(10)}">`);
  const listing = `<ListBucketResult><Name>&e11;</Name><IsTruncated>false</IsTruncated></ListBucketResult>`;
  return { status: 200, body: `${declaration}<!DOCTYPE bomb [${declared.join('')}]>${listing}` };
};

/** A listing whose objects do not end before that many bytes. */
export const endlessListing = (bytes: number): Reply => {
  const written = async function* (): AsyncGenerator<Uint8Array> {
    const head = `${declaration}<ListBucketResult xmlns="${s3Namespace}"><IsTruncated>false</IsTruncated>`;
    const entry = `<Contents><Key>${'k'.repeat(900)}</Key><Size>1</Size><LastModified>2000-01-01T00:00:00.000Z</LastModified></Contents>`;
    yield Buffer.from(head);
    const block = Buffer.from(entry.repeat(64));
    for (let sent = 0; sent < bytes; sent += block.length) yield block;
    yield Buffer.from('</ListBucketResult>');
  };
  return { status: 200, headers: { 'content-type': 'application/xml' }, body: written() };
};

export const errorInsideOk: Reply = {
  status: 200,
  body: `${declaration}\n<Error><Code>InternalError</Code><Message>We encountered an internal error. Please try again.</Message></Error>`,
};

export const redirectTo = (origin: string, target: string): Reply => {
  const location = `${origin}${target}`;
  return {
    status: 307,
    headers: { location },
    body: `${declaration}\n<Error><Code>TemporaryRedirect</Code><Message>Please re-send this request to the specified temporary endpoint.</Message><Endpoint>${new URL(origin).host}</Endpoint></Error>`,
  };
};

/** As many bytes as the real ones, none of them where it was. */
export const otherBytes = async function* (body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of body) yield piece.map((byte) => byte ^ 0x5a);
};

/** The first half of what was declared, then a cut. */
export const truncated = async function* (body: AsyncIterable<Uint8Array>, declaredBytes: number): AsyncGenerator<Uint8Array> {
  let left = Math.floor(declaredBytes / 2);
  for await (const piece of body) {
    if (left > 0) yield piece.subarray(0, left);
    left -= piece.length;
    if (left <= 0) break;
  }
  // What was sent arrives before the connection is cut.
  await sleep(20);
  throw new Error('cut');
};
