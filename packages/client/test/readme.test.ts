import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { runReadmeExample } from '@svc/test-services/readme';
import { createClient, defaultRetryPolicy } from '../src/index.js';
import { startMemoryService } from './rigs/memory-service.js';

describe('the README of the client', () => {
  it('shows an example that runs', async () => {
    const service = await startMemoryService();
    const { credential } = await service.addUser('ada@example.test');
    const { api } = createClient({ baseUrl: service.baseUrl, credential });
    (await api.POST('/api/v1/organizations', { body: { name: 'Acme' } }))._unsafeUnwrap();
    const said = await runReadmeExample(new URL('..', import.meta.url), {
      edit: (example) => example.replace('https://svc.example', service.baseUrl).replace('svc_pat_...', credential),
    });
    await service.close();
    expect(said).to.equal('models of generation 0\n0 bytes stored for 0\n');
  });

  it('tells each count of retry with its default', async () => {
    const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
    const table = readme.slice(readme.indexOf('| Field '), readme.indexOf('So a call pauses'));
    const rows = [...table.matchAll(/^\| `(\w+)` .*\| ([\d,]+) *\|$/gm)];
    const told = rows.map(([, field, value]) => [field, Number(value?.replaceAll(',', ''))]);
    expect(Object.fromEntries(told)).to.deep.equal(defaultRetryPolicy);
  });
});
