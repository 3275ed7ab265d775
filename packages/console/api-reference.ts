import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { writeCompressed } from './compressed.ts';

const description = new URL('../../docs/http/openapi.json', import.meta.url);
const redoc = createRequire(import.meta.url).resolve('redoc/bundles/redoc.standalone.js');

/** A picture that Redoc would fetch from its makers, and that the page's policy lets nobody fetch. */
const foreignPicture = 'https://cdn.redoc.ly/redoc/logo-mini.svg';

const readRedoc = (): string => {
  const program = readFileSync(redoc, 'utf8');
  if (!program.includes(foreignPicture)) throw new Error('Redoc has another picture than the one that is taken out of it');
  return program.replaceAll(foreignPicture, '');
};

/** The address of the document stands in the page, which has its hash. */
const start = `const place = document.getElementById('reference');
Redoc.init(
  new URL(place.dataset.description, document.baseURI).href,
  { scrollYOffset: 0, hideHostname: true, requiredPropsFirst: true, sortTagsAlphabetically: true, nativeScrollbars: true },
  place,
);
`;

const page = (file: (name: string) => string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <base href="/" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>svc: the HTTP API</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="./docs/${file('page.css')}" />
    <script defer src="./docs/${file('redoc.js')}"></script>
    <script defer src="./docs/${file('start.js')}"></script>
  </head>
  <body>
    <div id="reference" data-description="./docs/${file('openapi.json')}"></div>
    <noscript>This page needs JavaScript. What it shows is in <a href="./docs/${file('openapi.json')}">the OpenAPI document</a>.</noscript>
  </body>
</html>
`;

/**
 * Builds the page of the HTTP API into the folder `docs`: Redoc as its makers have bundled it, the OpenAPI document, and the page that puts them together, each file
 * but the page under a name that has the hash of its bytes, and beside it the same in gzip and Brotli.
 */
export const apiReference = (): Plugin => ({
  name: 'api-reference',
  apply: 'build',
  writeBundle: ({ dir = '' }) => {
    const folder = join(dir, 'docs');
    mkdirSync(folder, { recursive: true });
    const files: Readonly<Record<string, string>> = {
      'redoc.js': readRedoc(),
      'start.js': start,
      'page.css': 'body { margin: 0; }\n',
      'openapi.json': JSON.stringify(JSON.parse(readFileSync(description, 'utf8'))),
    };
    const named = (name: string): string => {
      const hash = createHash('sha256')
        .update(files[name] ?? '')
        .digest('hex')
        .slice(0, 12);
      return name.replace('.', `-${hash}.`);
    };
    for (const [name, text] of Object.entries(files)) {
      writeCompressed(join(folder, named(name)), text);
    }
    writeFileSync(join(folder, 'index.html'), page(named));
    writeFileSync(join(folder, 'LICENSE-redoc.txt'), readFileSync(`${redoc}.LICENSE.txt`));
  },
});
