import { mkdirSync, writeFileSync } from 'node:fs';
import { generatedDocuments } from './documents.js';

for (const { url, text } of await generatedDocuments()) {
  mkdirSync(new URL('.', url), { recursive: true });
  writeFileSync(url, text);
}
