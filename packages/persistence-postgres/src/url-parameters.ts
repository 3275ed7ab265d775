/**
 * The URL without a parameter, and what it said, the last being what counts. The driver lets a URL win over everything that it is given besides: what both have to say
 * something about must not stay there.
 */
export const takeParameter = (url: string, name: string): { readonly rest: string; readonly values: readonly string[] } => {
  const [base = '', ...query] = url.split('?');
  const parameters = new URLSearchParams(query.join('?'));
  const values = parameters.getAll(name);
  if (values.length === 0) return { rest: url, values };
  parameters.delete(name);
  return { rest: parameters.size === 0 ? base : `${base}?${parameters.toString()}`, values };
};
