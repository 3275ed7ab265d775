import type { Page } from 'playwright-core';

/** Has the browser keep nothing for pages, as where people block cookies and other data. */
export const denyStorage = (page: Page): Promise<unknown> =>
  page.addInitScript(`Object.defineProperty(window, 'sessionStorage', {
    get: () => { throw new DOMException('denied', 'SecurityError'); },
  })`);
