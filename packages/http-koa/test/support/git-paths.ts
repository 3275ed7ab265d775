import { valueAt } from './request.js';

/** A path of an answer as git prints it, each byte a character. */
export const pathOf = (json: unknown, field = 'path'): string | undefined => {
  const [bytes, text] = [valueAt(json, `${field}_base64`), valueAt(json, field)];
  if (typeof bytes === 'string') return Buffer.from(bytes, 'base64url').toString('latin1');
  return typeof text === 'string' ? Buffer.from(text).toString('latin1') : undefined;
};

/** How such a path is asked for. */
export const queryOf = (path: string): Record<string, string> => ({
  path_base64: Buffer.from(path, 'latin1').toString('base64url'),
});
