import { expect } from 'chai';
import type { CorsGaps } from '@svc/storage-s3';
import { waitUntil } from '@svc/test-services/wait-until';
import { findCorsGap } from '../../src/adapters/find-cors-gap.js';
import { okAsync } from 'neverthrow';
import { letBrowserIn } from '../console/let-browser-in.js';
import { startServerWithPages } from '../server/start-server.js';
import { signedUrls } from '../server/stack.js';

const place = { bucket: 'acme-svc', endpoint: 'https://s3.example.org' };
const nothing: CorsGaps = { methods: [], hidden: [] };

describe('a bucket that lets no pages in', () => {
  it('is told once, with the command that lets in all of them', async () => {
    const origins = ['https://svc.example.org', 'https://app.example.org'];
    const gap = await findCorsGap(place, origins, (origin) =>
      okAsync(origin === origins[1] ? { methods: ['PUT'], hidden: ['ETag'] } : nothing),
    );
    expect(gap).to.contain('the bucket acme-svc refuses PUT and hides ETag for pages of https://app.example.org (CORS)');
    const [, rules = ''] = /--cors-configuration '(.*)'$/.exec(gap ?? '') ?? [];
    expect(gap).to.contain('--bucket acme-svc --endpoint-url https://s3.example.org --cors-configuration');
    expect(JSON.parse(rules)).to.have.nested.property('CORSRules[0].AllowedOrigins').that.deep.equals(origins);
    expect(gap).not.to.contain('\n');
  });

  it('is not told of one that lets them in', async () => {
    expect(await findCorsGap(place, ['https://svc.example.org'], () => okAsync(nothing))).to.equal(undefined);
  });

  it('is warned of at the start, until it does', async () => {
    const server = await startServerWithPages();
    const warning = /Note: the bucket .* refuses GET and PUT and hides .* put-bucket-cors/;
    if (signedUrls === 'external') {
      await waitUntil('the bucket is warned of', () => Promise.resolve(warning.test(server.output())));
      await letBrowserIn(server);
      await server.stop();
      const before = server.output().length;
      const said = (): string => server.output().slice(before);
      await server.start();
      await waitUntil('the bucket was asked', () => Promise.resolve(said().includes('bucket asked for pages')));
      await server.stop();
      expect(said()).not.to.match(warning);
    } else {
      await server.stop();
      expect(server.output()).not.to.contain('put-bucket-cors');
    }
    await server.close();
  });
});
