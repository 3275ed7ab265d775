import type { ParameterizedContext } from 'koa';
import { isNativeError } from 'node:util/types';
import { agentPackagePath } from '../endpoint/agent-package.js';
import { apiPrefix } from '../endpoint/route.js';
import { locateLfs } from './lfs-path.js';

const ownPaths = [apiPrefix, '/storage', agentPackagePath, '/readyz', '/healthz', '/metrics'];

/** Whether a path, relative to the base URL, is one that the service answers. */
export const isOwnPath = (path: string): boolean =>
  ownPaths.some((own) => path === own || path.startsWith(`${own}/`)) || locateLfs(path) !== undefined;

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
    if (basePath === '' || path?.startsWith(`${basePath}/`) !== true) return path;
    const relative = path.slice(basePath.length);
    // Below `/api` or `/storage` what a proxy has stripped begins with that again.
    return isOwnPath(path) && !isOwnPath(relative) ? path : relative;
  };
};
