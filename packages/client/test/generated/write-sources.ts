import { mkdir, writeFile } from 'node:fs/promises';
import { generatedSources } from './generated-sources.js';

for (const { url, text } of await generatedSources()) {
  await mkdir(new URL('.', url), { recursive: true });
  await writeFile(url, text);
}
