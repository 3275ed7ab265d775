import { runReadmeExample } from '@svc/test-services/readme';
import { expect } from 'chai';

describe('the README', () => {
  it('shows an example that runs', async () => {
    const use = `(await createAcme()).match((made) => console.log(made.slug), (error) => console.log(error));`;
    const edit = (example: string): string => `${example}\n${use}`;
    expect(await runReadmeExample(new URL('..', import.meta.url), { edit })).to.equal('acme\n');
  });
});
