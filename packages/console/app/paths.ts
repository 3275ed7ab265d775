import type { LineageNode } from './lineage/graph-model.js';
import { settings } from './settings.js';

type Query = Readonly<Record<string, string | undefined>>;

const withQuery = (path: string, query: Query): string => {
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== '');
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
};

const page = (...segments: readonly string[]): string => `${settings.basePath}/${segments.map(encodeURIComponent).join('/')}`;

/** The tabs of an organization, as its paths name them. */
export type OrganizationTab =
  | 'repositories'
  | 'members'
  | 'tokens'
  | 'webhooks'
  | 'connections'
  | 'groups'
  | 'usage'
  | 'billing'
  | 'activity'
  | 'audit'
  | 'settings';

/** The tabs of a repository. */
export type RepositoryTab =
  | 'files'
  | 'commits'
  | 'compare'
  | 'releases'
  | 'snapshots'
  | 'lineage'
  | 'storage'
  | 'uploads'
  | 'people'
  | 'activity'
  | 'connect'
  | 'settings';

/** A file or a folder of a commit. `bytes`: the path in Base64 for URLs, in place of `path`, where it is no UTF-8. */
export interface Place {
  readonly ref?: string | undefined;
  readonly path?: string | undefined;
  readonly bytes?: string | undefined;
}

/** Every path of the console. Refs and paths of files stand in the query: they may hold slashes. */
export const paths = {
  home: (): string => page('organizations'),
  signIn: (): string => page('sign-in'),
  signedIn: (): string => page('signed-in'),
  search: (q?: string): string => withQuery(page('search'), { q }),
  account: (): string => page('account'),
  notifications: (): string => page('notifications'),
  operator: (): string => page('operator'),
  organization: (organization: string, tab: OrganizationTab = 'repositories'): string => page('organizations', organization, tab),
  repository: (id: string, tab: RepositoryTab = 'files'): string => page('repositories', id, tab),
  folder: (id: string, { ref, path, bytes }: Place): string => withQuery(page('repositories', id, 'files'), { ref, path, bytes }),
  file: (id: string, { ref, path, bytes }: Place): string => withQuery(page('repositories', id, 'file'), { ref, path, bytes }),
  commit: (id: string, commit: string): string => page('repositories', id, 'commit', commit),
  commits: (id: string, ref?: string): string => withQuery(page('repositories', id, 'commits'), { ref }),
  compare: (id: string, query: { readonly base?: string; readonly head?: string }): string =>
    withQuery(page('repositories', id, 'compare'), query),
  object: (id: string, oid: string): string => page('repositories', id, 'object', oid),
  release: (id: string, tag: string): string => withQuery(page('repositories', id, 'release'), { tag }),
  /** The graph around one node, or the whole of it. */
  lineage: (id: string, node?: LineageNode): string =>
    withQuery(page('repositories', id, 'lineage'), { kind: node?.kind, id: node?.id }),
  /** What a folder occupies. */
  storage: (id: string, folder?: string): string => withQuery(page('repositories', id, 'storage'), { folder }),
  snapshot: (id: string, snapshot: string): string => page('repositories', id, 'snapshot', snapshot),
};

/** A pattern for the router. */
export const pattern = (path: string): string => `${settings.basePath}${path}`;
