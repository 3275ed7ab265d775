import { z } from 'zod';
import { isWrittenOutPath, pathRule } from './setting.js';

/** Which database `DATABASE_URL` names. The path of a file may be relative. */
export type NamedDatabase =
  | { readonly kind: 'sqlite'; readonly path: string }
  /** With its password. */
  | { readonly kind: 'postgres'; readonly url: string };

/** `DATABASE_URL`: `postgres://user:password@host:5432/name`; `sqlite:data/svc.db`, `sqlite:///var/lib/svc.db`, `file:...` or a path alone. Problems never quote it. */
export const databaseUrl = z.string().transform((text, context): NamedDatabase => {
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(text)?.[1]?.toLowerCase();
  if (scheme === 'postgres' || scheme === 'postgresql') {
    if (!namesServer(text))
      return refuse(
        context,
        'must be like postgres://user:password@host:5432/name, with one host, and special characters percent-encoded',
      );
    return { kind: 'postgres', url: text };
  }
  if (scheme !== undefined && scheme !== 'sqlite' && scheme !== 'file') {
    return refuse(context, `must begin with postgres: or sqlite:, or be a path, not begin with ${scheme}:`);
  }
  // A command or an assignment that was copied with the URL in it would be the path of a new, empty database.
  if (scheme === undefined && text.includes('://')) {
    return refuse(context, 'must begin with postgres: or sqlite:, or be a path, and have nothing in front of the URL');
  }
  const path = scheme === undefined ? text : text.slice(scheme.length + 1).replace(/^\/\/(?=\/)/, '');
  if (path === '' || path.startsWith('//') || path.includes(':memory:')) return refuse(context, 'must name a file');
  if (!isWrittenOutPath(path)) return refuse(context, pathRule);
  return { kind: 'sqlite', path };
});

/** Somebody who has a password and no host, as where a server is reached through a socket, is nobody to `URL`. */
const withoutUser = (text: string): string => text.replace(/^([^/]*:\/\/)[^/?#@]*@\//, '$1/');

/** A server on the same machine may be reached through a socket, whose folder is a parameter. The driver knows no list of hosts. */
const namesServer = (text: string): boolean => {
  const written = withoutUser(text);
  if (!URL.canParse(written)) return false;
  const { hostname, searchParams } = new URL(written);
  const host = searchParams.get('host') ?? hostname;
  return host !== '' && !host.includes(',') && /^\d*$/.test(searchParams.get('port') ?? '');
};

const refuse = (context: z.core.$RefinementCtx, problem: string): never => {
  context.issues.push({ code: 'custom', input: undefined, message: problem });
  return z.NEVER;
};
