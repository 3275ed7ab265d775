import type { ApiClient } from '../client/api-client.js';
import { type Answer, textOf } from '../client/exchange.js';
import type { SecretBook } from './secret-book.js';
import type { Heard } from './traces.js';

/** Hears every answer that a client gets. */
export interface Listener {
  readonly heard: readonly Heard[];
  /** The same client; what it hears is kept, and what signed URLs it was given are taken down as secrets. */
  listenTo(api: ApiClient): ApiClient;
}

/** The answers whose purpose it is to hand out signed URLs and links. */
const givesUrls = /\/uploads\/[^/]+\/objects$|\/parts$|\/downloads\/authorize$|\/lfs\/objects\/batch$/;
const urlSecret = /[?&](X-Amz-Signature|signature|token)=([^&"\\]+)/g;

export const createListener = (book: SecretBook): Listener => {
  const heard: Heard[] = [];
  const keep = (method: string, url: string, answer: Answer): Answer => {
    const [path = ''] = url.split('?');
    heard.push({ what: `${method} ${path}`, answer });
    if (answer.status === 200 && givesUrls.test(path)) {
      for (const [, name, value = ''] of textOf(answer).matchAll(urlSecret)) {
        book.add(name === 'token' ? 'verify link' : 'signed URL', decodeURIComponent(value), answer);
      }
    }
    return answer;
  };
  return {
    heard,
    listenTo: (api) => ({
      ...api,
      exchange: async (request) => keep(request.method, request.url, await api.exchange(request)),
      call: async (method, path, body, headers) => keep(method, path, await api.call(method, path, body, headers)),
    }),
  };
};
