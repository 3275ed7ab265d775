import type { Page } from 'playwright-core';

/** How a browser keeps nothing for pages: where people block cookies and other data, and where there is no room. */
const denied = {
  'denies its storage': `Object.defineProperty(window, 'sessionStorage', {
    get: () => { throw new DOMException('denied', 'SecurityError'); },
  })`,
  'has no room in its storage': `Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }`,
} as const;

export const denyStorage = (page: Page, how: keyof typeof denied = 'denies its storage'): Promise<unknown> =>
  page.addInitScript(denied[how]);
