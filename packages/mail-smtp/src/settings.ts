import { parseMailAddress } from '@svc/core/model';
import { isIPv6 } from 'node:net';

/** What an SMTP URL says. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** `tls`: from the first byte (`smtps:`). `starttls`: where the server offers it, and always before a password leaves the machine. */
  readonly security: 'tls' | 'starttls';
  readonly credentials: { readonly user: string; readonly password: string } | undefined;
}

export interface Sender {
  /** Empty when there is none. */
  readonly name: string;
  readonly address: string;
}

const defaultPorts = { tls: 465, starttls: 587 } as const;
const hostName = /^[a-z0-9]([a-z0-9.-]{0,252}[a-z0-9])?$/i;

/** What `parseSmtpUrl` takes, to go on after the name of a setting. */
export const smtpUrlRule =
  'must be an smtp or smtps URL such as smtp://user:password@mail.example.org:587, with user and password or with neither';

const securityOf = (protocol: string): SmtpServer['security'] | undefined => {
  if (protocol === 'smtps:') return 'tls';
  return protocol === 'smtp:' ? 'starttls' : undefined;
};

/** Undefined for what has characters that no password has, or is not percent-encoded as it should be. */
const decoded = (text: string): string | undefined => {
  try {
    const plain = decodeURIComponent(text);
    return /\p{Control}/u.test(plain) ? undefined : plain;
  } catch {
    return undefined;
  }
};

/** `smtp://` or `smtps://`, user and password or neither, a host, perhaps a port, and nothing after it. Undefined for anything else. */
export const parseSmtpUrl = (text: string): SmtpServer | undefined => {
  if (!URL.canParse(text) || /[?#]/.test(text)) return undefined;
  const { protocol, hostname, port, pathname, username, password } = new URL(text);
  const security = securityOf(protocol);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const isPlain = (hostName.test(host) || isIPv6(host)) && port !== '0' && (pathname === '' || pathname === '/');
  if (security === undefined || !isPlain || (username === '') !== (password === '')) return undefined;
  const [user, secret] = [decoded(username), decoded(password)];
  if (user === undefined || secret === undefined) return undefined;
  return {
    host,
    port: port === '' ? defaultPorts[security] : Number(port),
    security,
    credentials: user === '' ? undefined : { user, password: secret },
  };
};

/** What `parseSender` takes, to go on after the name of a setting. */
export const senderRule = 'must be an e-mail address, alone or as in: Example <mail@example.org>';

/** `address`, `name <address>` or `"name" <address>`. Undefined for anything else. */
export const parseSender = (text: string): Sender | undefined => {
  const [, quoted, bare, bracketed] = /^\s*(?:"([^"\\]*)"|([^"<>\\]*?))\s*<([^<>]+)>\s*$/.exec(text) ?? [];
  const name = quoted ?? bare ?? '';
  const address = parseMailAddress(bracketed ?? text);
  return address === undefined || name.length > 100 || /\p{Control}/u.test(name) ? undefined : { name, address };
};
