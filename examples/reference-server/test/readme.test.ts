import { runReadmeExample } from '@svc/test-services/readme';
import { expect } from 'chai';
import { startServer, type TestServer } from './server/start-server.js';

describe("the repository's README", () => {
  let server: TestServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server.close());

  it('shows a program that pushes a file and gets the same one back', async () => {
    const said = await runReadmeExample(new URL('../../../', import.meta.url), {
      env: { CREDENTIAL: server.adminToken },
      edit: (example) => example.replace('http://127.0.0.1:8080', server.baseUrl),
    });
    expect(said).to.equal('identical\n');
  });
});
