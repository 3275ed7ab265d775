import { registerService } from '@svc/test-services/running-services';
import { existsSync } from 'node:fs';
import axe from 'axe-core';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { z } from 'zod';

/** Where Debian, and others, put the browser. The first one, which has no windows, takes a quarter less of the processor. */
const programs = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const findBrowser = (): string => {
  const found = programs.find((path) => existsSync(path));
  if (found === undefined)
    throw new Error('The tests of the console need Chromium: on Debian, apt-get install chromium-headless-shell');
  return found;
};

/** A person at a browser: one tab, and all that it has complained of. */
export interface Visitor {
  readonly page: Page;
  /** Errors of scripts, of the Content-Security-Policy and of requests that got no answer. */
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

export interface TestBrowser {
  newVisitor(options?: { readonly colorScheme?: 'light' | 'dark'; readonly width?: number }): Promise<Visitor>;
  close(): Promise<void>;
}

const watch = (page: Page): readonly string[] => {
  const complaints: string[] = [];
  page.on('pageerror', (fault) => complaints.push(fault.message));
  page.on('console', (message) => {
    // Refusals of the service are shown to the person; the browser lists them all the same.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) complaints.push(message.text());
  });
  return complaints;
};

const launch = async (): Promise<Browser> => {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox', '--disable-gpu'] });
  registerService({ name: `Chromium ${browser.version()}`, stop: () => browser.close() });
  return browser;
};

/** One for all tests of a process, for its start is dear. What a visitor leaves in it is that visitor's alone. */
let launched: Promise<Browser> | undefined;

export const startBrowser = async (): Promise<TestBrowser> => {
  const browser = await (launched ??= launch());
  const contexts = new Set<BrowserContext>();
  return {
    newVisitor: async ({ colorScheme = 'light', width = 1280 } = {}) => {
      const context: BrowserContext = await browser.newContext({
        colorScheme,
        viewport: { width, height: 800 },
        locale: 'en-US',
      });
      contexts.add(context);
      context.setDefaultTimeout(150_000);
      const page = await context.newPage();
      return { page, complaints: watch(page), close: () => context.close() };
    },
    close: async () => {
      await Promise.all([...contexts].map((context) => context.close()));
    },
  };
};

const violations = z.array(z.object({ id: z.string(), help: z.string(), nodes: z.array(z.object({ html: z.string() })) }));

/** What axe-core finds wrong with a page as it is now, one line each. */
export const axeFindings = async (page: Page): Promise<readonly string[]> => {
  // It stays in a page that leads to others without being loaded anew.
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe.source);
  const found: unknown = await page.evaluate(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)`,
  );
  return violations
    .parse(found)
    .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
};
