import { expect } from 'chai';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { axeFindings, type Visitor } from './browser.js';

/** Where pictures of the pages go: `SVC_CONSOLE_PICTURES=docs/console` makes those of the documentation anew. */
const pictures = process.env['SVC_CONSOLE_PICTURES'];

/** What every page has to be: complete, without findings of axe-core and without complaints of the browser. */
export const lookAtPage = async ({ page, complaints }: Visitor, name: string): Promise<void> => {
  await page.locator('.loading').first().waitFor({ state: 'detached' });
  if (pictures !== undefined) {
    mkdirSync(pictures, { recursive: true });
    await page.screenshot({ path: join(pictures, `${name}.png`) });
  }
  expect(await axeFindings(page), name).to.deep.equal([]);
  expect(complaints, name).to.deep.equal([]);
};
