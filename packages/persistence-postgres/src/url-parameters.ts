/** The URL without a parameter. The driver lets a URL win over everything that it is given besides: what must not be said there is taken out. */
export const withoutParameter = (url: string, name: string): string => {
  const [base = '', ...query] = url.split('?');
  const parameters = new URLSearchParams(query.join('?'));
  if (!parameters.has(name)) return url;
  parameters.delete(name);
  return parameters.size === 0 ? base : `${base}?${parameters.toString()}`;
};

/** The URL with that value of a parameter, and no other. It need not be one that `URL` takes: one of a socket may have a user and no host. */
export const withParameter = (url: string, name: string, value: string): string => {
  const rest = withoutParameter(url, name);
  return `${rest}${rest.includes('?') ? '&' : '?'}${new URLSearchParams({ [name]: value }).toString()}`;
};
