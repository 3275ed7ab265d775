import { runReadmeExample } from '@svc/test-services/readme';
import { expect } from 'chai';

describe('the README', () => {
  it('shows an example that runs, and asks the issuer for nothing before somebody signs in', async () => {
    const use =
      "console.log(['eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln', 'svc_pat_1'].map((text) => identityProvider.recognises(text)));";
    const edit = (example: string): string => `${example}\n${use}`;
    expect(await runReadmeExample(new URL('..', import.meta.url), { edit })).to.equal('[ true, false ]\n');
  });
});
