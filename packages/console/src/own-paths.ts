/** What the paths of pages begin with, beside `/` itself; `app/paths.ts` makes no others. None of them begins a path of the API. */
const pageRoots: ReadonlySet<string> = new Set([
  'sign-in',
  'signed-in',
  'organizations',
  'repositories',
  'search',
  'account',
  'notifications',
  'operator',
  'invitations',
]);

export type Asked = { readonly kind: 'page' } | { readonly kind: 'asset'; readonly name: string };

/** What of the console a path names; undefined for everybody else's paths. */
export const askedAt = (path: string): Asked | undefined => {
  const [, root = '', ...rest] = path.split('/');
  if (root === 'assets') return rest.length === 1 ? { kind: 'asset', name: rest[0] ?? '' } : undefined;
  if (path === '/') return { kind: 'page' };
  // An organization may be called like a page, and Git LFS asks for `/{organization}/{repository}.git/info/lfs`.
  return pageRoots.has(root) && !path.includes('.git/info/lfs') ? { kind: 'page' } : undefined;
};
