const loopbackHosts = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Whether keys that are fetched from the URL can be believed: it is https, or plain http that never leaves this machine.
 * Text that is no URL is not trustworthy.
 */
export const isTrustworthyUrl = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return url.protocol === 'https:' || (url.protocol === 'http:' && loopbackHosts.test(url.hostname));
};
