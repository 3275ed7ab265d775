/** What a reader of mails shows of one. */
export interface ReadMessage {
  readonly headers: ReadonlyMap<string, string>;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

interface Part {
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

const quotedBytes = (text: string): Buffer =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_match, digits: string) => String.fromCharCode(Number.parseInt(digits, 16))),
    'latin1',
  );

/** RFC 2047; the white space between two encoded words belongs to neither. */
const headerText = (value: string): string =>
  value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_match, encoding: string, word: string) =>
      (encoding.toLowerCase() === 'b' ? Buffer.from(word, 'base64') : quotedBytes(word.replaceAll('_', ' '))).toString('utf8'),
    );

const partOf = (raw: string): Part => {
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = lines.map((line): readonly [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { headers: new Map(headers), body: raw.slice(end + 4) };
};

const contentOf = ({ headers, body }: Part): string => {
  const encoding = headers.get('content-transfer-encoding') ?? '7bit';
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body, 'base64')
      : encoding === 'quoted-printable'
        ? quotedBytes(body.replace(/=\r\n/g, ''))
        : Buffer.from(body, 'latin1');
  return bytes.toString('utf8').replaceAll('\r\n', '\n');
};

/** Reads a mail of the alternatives text and HTML, in UTF-8; `raw` has a character for each byte. */
export const readMessage = (raw: string): ReadMessage => {
  const { headers, body } = partOf(raw);
  const boundary = /^multipart\/alternative;.*boundary="([^"]+)"/i.exec(headers.get('content-type') ?? '')?.[1];
  if (boundary === undefined) throw new Error('the mail has no alternatives');
  // The line break before a boundary belongs to the boundary (RFC 2046, 5.1.1).
  const parts = `\r\n${body}`
    .split(`\r\n--${boundary}`)
    .slice(1, -1)
    .map((part) => partOf(part.slice(2)));
  const contentOfType = (type: string): string => {
    const part = parts.find((each) => each.headers.get('content-type')?.startsWith(type));
    if (part === undefined) throw new Error(`the mail has no ${type}`);
    return contentOf(part);
  };
  return {
    headers,
    subject: headerText(headers.get('subject') ?? ''),
    text: contentOfType('text/plain'),
    html: contentOfType('text/html'),
  };
};
