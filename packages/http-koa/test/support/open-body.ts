import { request as httpRequest } from 'node:http';
import type { TestService } from './service.js';

interface OpenBody {
  write(text: string): void;
  /** Undefined until it has come. */
  answer(): { readonly status: number; readonly text: string } | undefined;
  hangUp(): void;
}

/** A PUT whose body comes piece by piece, on a connection of its own. */
export const openBody = (
  { baseUrl }: TestService,
  path: string,
  { token, ofBytes }: { readonly token: string; readonly ofBytes: number },
): OpenBody => {
  let answer: { status: number; text: string } | undefined;
  const headers = { authorization: `Bearer ${token}`, 'content-length': ofBytes };
  const request = httpRequest(baseUrl + path, { method: 'PUT', headers, agent: false }, (response) => {
    let text = '';
    response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
    response.once('end', () => (answer = { status: response.statusCode ?? 0, text }));
  });
  // Who hangs up, or writes after the answer, expects no better.
  request.on('error', () => undefined);
  return { write: (text) => request.write(text), answer: () => answer, hangUp: () => request.destroy() };
};
