import { runReadmeExample } from '@svc/test-services/readme';
import { startStandIn } from '@svc/test-services/s3';
import { expect } from 'chai';

describe('the README', () => {
  it('shows an example that runs', async () => {
    const server = await startStandIn({ mode: 'strict' });
    const env = {
      S3_ENDPOINT: server.endpoint,
      S3_REGION: server.region,
      S3_BUCKET: await server.newBucket(),
      S3_ACCESS_KEY_ID: server.accessKeyId,
      S3_SECRET_ACCESS_KEY: server.secretAccessKey,
    };
    const said = await runReadmeExample(new URL('..', import.meta.url), { env });
    await server.stop();
    expect(said).to.equal('hello\n');
  });
});
