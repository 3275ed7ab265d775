import { expect } from 'chai';
import { createApiClient } from '../client/api-client.js';
import { read } from '../client/exchange.js';
import { objectsAnswer } from '../client/wire.js';
import { createGitClient, type GitClient } from '../git-lfs/git-client.js';
import { statusOf } from '../serve/status-of.js';
import { startServer, type TestServer } from '../server/start-server.js';
import { inviteColleague } from './colleague.js';

describe('the recipe for a colleague without an identity provider', () => {
  let server: TestServer;
  let computer: GitClient;
  before(async () => {
    server = await startServer();
    computer = await createGitClient();
  });
  after(async () => {
    await computer.close();
    await server.close();
  });

  it('leads from the invitation to the first push', async () => {
    const { repositoryId, secret } = await inviteColleague({ server, computer });
    const api = createApiClient(server.baseUrl, server.adminToken);
    const listed = read(await api.call('GET', `/repositories/${repositoryId}/objects`), 200, objectsAnswer);
    expect(listed.objects.map(({ size }) => size)).to.deep.equal([1_000_000]);
    api.close();

    await server.command('user', 'suspend', 'grace@example.org');
    expect(await statusOf(server, `/repositories/${repositoryId}`, secret)).to.equal(403);
  });
});
