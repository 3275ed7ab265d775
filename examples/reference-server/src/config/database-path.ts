import { z } from 'zod';

/**
 * The file of the SQLite database out of `DATABASE_URL`: `sqlite:data/svc.db`, `sqlite:///var/lib/svc.db`, `file:...` or a path alone.
 */
export const databasePath = z.string().transform((text, context) => {
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(text)?.[1]?.toLowerCase();
  if (scheme === 'postgres' || scheme === 'postgresql') {
    return refuse(context, 'names PostgreSQL, for which this build has no adapter yet; leave it out to use SQLite');
  }
  if (scheme !== undefined && scheme !== 'sqlite' && scheme !== 'file') {
    return refuse(context, `must begin with sqlite: or be a path, not begin with ${scheme}:`);
  }
  const path = scheme === undefined ? text : text.slice(scheme.length + 1).replace(/^\/\/(?=\/)/, '');
  if (path === '' || path.startsWith('//') || path.includes(':memory:')) return refuse(context, 'must name a file');
  return path;
});

const refuse = (context: z.core.$RefinementCtx, problem: string): never => {
  context.issues.push({ code: 'custom', input: undefined, message: problem });
  return z.NEVER;
};
