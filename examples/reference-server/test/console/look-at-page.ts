import { expect } from 'chai';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { axeFindings, type Visitor } from './browser.js';

/** Where pictures of the pages go: `SVC_CONSOLE_PICTURES=docs/console` makes those of the documentation anew. */
const pictures = process.env['SVC_CONSOLE_PICTURES'];

/** In the place of what is on its way: also a page or a tab whose program is fetched has nothing in it as yet. */
const onItsWay = '.loading, .main:not(:has(*)), .tabs:last-child';

const waitForAll = (page: Page): Promise<void> => page.locator(onItsWay).first().waitFor({ state: 'detached' });

/** A page is no wider than the screen: what is wider scrolls in its own place. */
export const expectNoSidewaysScroll = async (page: Page, name: string): Promise<void> => {
  await waitForAll(page);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), `${name}, sideways`).to.equal(0);
};

/** What every page has to be: complete, no wider than the screen, without findings of axe-core and without complaints of the browser. */
export const lookAtPage = async ({ page, complaints }: Visitor, name: string): Promise<void> => {
  await waitForAll(page);
  if (pictures !== undefined) {
    mkdirSync(pictures, { recursive: true });
    await page.screenshot({ path: join(pictures, `${name}.png`) });
  }
  await expectNoSidewaysScroll(page, name);
  expect(await axeFindings(page), name).to.deep.equal([]);
  expect(complaints, name).to.deep.equal([]);
};
