import type { z } from 'zod';
import type { Access } from './access.js';
import type { PathParameterName, pathParameters } from './path-parameters.js';

export const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof methods)[number];

/** `METHOD /path/{parameter}`, or ending in `/*`. */
export type Route = `${Method} /${string}`;

/** Where a path begins: everything is below `/api/v1`, but for probes and signed URLs (spec, introduction). */
export type RouteBase = 'api' | 'root';

/** The prefix of the versioned API (spec 9). */
export const apiPrefix = '/api/v1';

type ParameterNames<R extends string> = R extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterNames<Rest>
  : R extends `${string}/lfs/*`
    ? 'path'
    : R extends `${string}/*`
      ? 'wildcard'
      : never;

/** The parsed parameters of a route, typed by its text. */
export type Parameters<R extends string> = {
  readonly [N in ParameterNames<R> & PathParameterName]: z.output<(typeof pathParameters)[N]>;
};

type UnknownParameters<R extends string> = Exclude<ParameterNames<R>, PathParameterName>;

/** What a grant is for must stand in the path: otherwise the row does not compile, and says why. */
export type RouteLaw<A extends Access, R extends string> = [UnknownParameters<R>] extends [never]
  ? A extends { kind: 'repository' | 'verify-link' }
    ? R extends `${string} /repositories/{repoID}${string}`
      ? unknown
      : { readonly law: 'a repository row starts with /repositories/{repoID}' }
    : A extends { kind: 'organization' }
      ? R extends `${string} /organizations/{orgID}${string}`
        ? unknown
        : { readonly law: 'an organization row starts with /organizations/{orgID}' }
      : A extends { kind: 'signed-upload' | 'signed-download' }
        ? R extends `${string}/*`
          ? unknown
          : { readonly law: 'a signed row ends with the wildcard that holds the key' }
        : unknown
  : { readonly law: 'unknown path parameter'; readonly name: UnknownParameters<R> };

/** A route taken apart: `segments` are literals, `{names}` or a final `*`. */
export interface RouteParts {
  readonly method: string;
  readonly path: string;
  readonly segments: readonly string[];
}

export const routeParts = (route: Route, base: RouteBase): RouteParts => {
  const [method = '', relative = ''] = route.split(' ');
  const path = base === 'api' ? apiPrefix + relative : relative;
  return { method, path, segments: path.split('/').slice(1) };
};

/** What a final `*` stands for: a file of the chunk tree below `lfs`, a key of the store elsewhere. */
export const wildcardName = (segments: readonly string[]): PathParameterName => (segments.at(-2) === 'lfs' ? 'path' : 'wildcard');

/** The name of a `{name}` segment, or undefined for any other. */
export const parameterName = (segment: string): string | undefined =>
  segment.startsWith('{') && segment.endsWith('}') ? segment.slice(1, -1) : undefined;
