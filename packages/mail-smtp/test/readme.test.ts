import { runReadmeExample } from '@svc/test-services/readme';
import { startSmtpServer } from '@svc/test-services/smtp';
import { expect } from 'chai';

describe('the README', () => {
  it('shows an example that runs', async () => {
    const server = await startSmtpServer({ security: 'none' });
    const edit = (example: string): string => example.replace('smtp://localhost:2525', server.url);
    const said = await runReadmeExample(new URL('..', import.meta.url), { edit });
    await server.stop();
    expect(said).to.equal('true\n');
    expect(server.received().map(({ subject, recipients }) => ({ subject, recipients }))).to.deep.equal([
      { subject: 'Hello', recipients: ['ada@example.com'] },
    ]);
  });
});
