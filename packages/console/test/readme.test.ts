import { runReadmeExample } from '@svc/test-services/readme';
import { expect } from 'chai';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

describe('the README of the console', () => {
  it('shows an example that runs', async () => {
    // The sources have no built pages beside them.
    const pages = mkdtempSync(join(tmpdir(), 'svc-console-'));
    mkdirSync(join(pages, 'assets'));
    writeFileSync(join(pages, 'index.html'), '<base href="/" />');
    const said = await runReadmeExample(new URL('..', import.meta.url), {
      edit: (example) => example.replace("'https://svc.example.org'", `'https://svc.example.org', pages: '${pages}'`),
    });
    rmSync(pages, { recursive: true });
    expect(said).to.equal('the console is at /\n');
  });
});
