import { invariant } from './model/app-error.js';
import { isPlanId } from './model/quotas/plan.js';
import type { Settings } from './ports/ports.js';
import { checkLinkKeys } from './signed-urls/check-link-keys.js';

/** Whether it is where clients reach the service, and a path can be put behind it. */
const isBaseUrl = (text: string): boolean =>
  /^https?:\/\/[^\s\\?#/@]+(?:\/[^\s\\?#]*)?$/i.test(text) && !text.endsWith('/') && URL.canParse(text);

/** Throws for settings that would only show at some request, or in links that nobody can follow. */
export const checkSettings = ({ baseUrl, linkKeys, defaultPlan }: Settings): void => {
  // Not quoted: it may hold a password.
  invariant(isBaseUrl(baseUrl), 'the base URL is an http(s) URL without credentials, query, fragment and slash at its end');
  checkLinkKeys(linkKeys);
  invariant(isPlanId(defaultPlan), `there is a plan ${defaultPlan}`);
};
