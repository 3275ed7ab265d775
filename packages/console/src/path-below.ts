/** What stands before the path in `GET http://host/path`, as clients send it to proxies and every server has to take it (RFC 9112, 3.2.2). */
const schemeAndAuthority = /^https?:\/\/[^/?#\\]+/i;

/** The path of a request's target; undefined where none can be read from it, as from `*`. */
const pathOf = (target: string): string | undefined => {
  const [authority = ''] = schemeAndAuthority.exec(target) ?? [];
  const [path = ''] = target.slice(authority.length).split('?');
  if (path === '' && authority !== '') return '/';
  return path.startsWith('/') ? path : undefined;
};

/**
 * Reads the path of a request's target as it is below `basePath`; undefined where it is not. What is not below it may be what a proxy has left of such a path,
 * unless `mayBeStripped` is false.
 */
export const pathBelow =
  (basePath: string, mayBeStripped: boolean) =>
  (target: string): string | undefined => {
    const path = pathOf(target);
    if (path === undefined || basePath === '') return path;
    if (path === basePath) return '/';
    if (path.startsWith(`${basePath}/`)) return path.slice(basePath.length);
    return mayBeStripped ? path : undefined;
  };
