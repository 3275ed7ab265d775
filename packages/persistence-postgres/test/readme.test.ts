import { newDatabase } from '@svc/test-services/postgres';
import { runReadmeExample } from '@svc/test-services/readme';
import { expect } from 'chai';

describe('the README', () => {
  it('shows an example that runs', async () => {
    const database = await newDatabase();
    const said = await runReadmeExample(new URL('..', import.meta.url), { env: { DATABASE_URL: database.url } });
    await database.drop();
    expect(said).to.equal('ready\ntrue\n');
  });
});
