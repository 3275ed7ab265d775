import { isIP } from 'node:net';
import { isEgressPort } from './egress-port.js';
import type { Networks } from './networks.js';
import { isPublicAddress } from './public-address.js';

/**
 * Reads a URL once and answers it when its text is good for connecting to: http or https, no user and password, a port for HTTP, and no address that is not
 * public. What a name stands for is judged when it is connected to and not before: between two looks it may change.
 */
export const checkEgressUrl = (text: string, allow: Networks): URL | undefined => {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  if (url.username !== '' || url.password !== '') return undefined;
  if (url.port !== '' && !isEgressPort(Number(url.port))) return undefined;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 || isPublicAddress(host, allow) ? url : undefined;
};
