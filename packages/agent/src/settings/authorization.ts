/** The token in `Bearer <token>`, or in `Basic` as the password or, where that is empty, as the user name. Undefined for any other scheme. */
export const secretOfAuthorization = (authorization: string): string | undefined => {
  const [, scheme = '', text = ''] = /^(bearer|basic) +([^\s]+)$/i.exec(authorization.trim()) ?? [];
  if (scheme.toLowerCase() !== 'basic') return text === '' ? undefined : text;
  const decoded = Buffer.from(text, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  if (colon < 0) return undefined;
  const password = decoded.slice(colon + 1);
  return password === '' ? decoded.slice(0, colon) || undefined : password;
};
