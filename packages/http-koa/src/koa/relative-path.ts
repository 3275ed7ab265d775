import type { ParameterizedContext } from 'koa';
import { isNativeError } from 'node:util/types';

/** Undefined where the target has none, or is no URL at all: Node's parser lets `http://[x/y` and `x://y` through. */
const pathOf = (ctx: ParameterizedContext): string | undefined => {
  try {
    // Koa's types do not know of null.
    const path: unknown = ctx.path;
    return typeof path === 'string' ? path : undefined;
  } catch (error) {
    if (isNativeError(error) && ['TypeError', 'URIError'].includes(error.name)) return undefined;
    throw error;
  }
};

/** Reads a request's path below the base URL's own, whether or not a proxy has stripped that; undefined when it has no path. */
export const relativeTo = (baseUrl: string): ((ctx: ParameterizedContext) => string | undefined) => {
  const basePath = new URL(baseUrl).pathname.replace(/\/$/, '');
  return (ctx) => {
    const path = pathOf(ctx);
    return basePath !== '' && path?.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path;
  };
};
