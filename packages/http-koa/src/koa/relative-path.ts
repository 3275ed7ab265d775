/** The path below the base URL's own, whether or not a proxy has stripped that. */
export const relativeTo = (baseUrl: string): ((path: string) => string) => {
  const basePath = new URL(baseUrl).pathname.replace(/\/$/, '');
  return (path) => (basePath !== '' && path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path);
};
