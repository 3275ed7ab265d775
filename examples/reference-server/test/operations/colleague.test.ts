import { expect } from 'chai';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { createApiClient } from '../client/api-client.js';
import { read } from '../client/exchange.js';
import { objectsAnswer, organizationAnswer, repositoryAnswer } from '../client/wire.js';
import { createGitClient, type GitClient } from '../git-lfs/git-client.js';
import { statusOf } from '../serve/status-of.js';
import { startServer, type TestServer } from '../server/start-server.js';
import { operatorsMachine, type OperatorsMachine } from './operators-machine.js';
import { recipe, runInTerminal } from './recipe.js';

const invited = z.object({ url: z.string() });

const secretIn = (said: string): string => /"secret":"([^"]+)"/.exec(said)?.[1] ?? '';

describe('the recipe for a colleague without an identity provider', () => {
  let server: TestServer;
  let operator: OperatorsMachine;
  let colleague: GitClient;
  before(async () => {
    server = await startServer();
    operator = operatorsMachine({ DATA_DIR: server.dataDir, ...server.place.settings });
    colleague = await createGitClient();
  });
  after(async () => {
    await colleague.close();
    operator.drop();
    await server.close();
  });

  it('leads from the invitation to the first push', async () => {
    const [invite, makeCredential, accept, push, ...more] = recipe('### A colleague without an identity provider').map((block) =>
      block.replaceAll('https://svc.example.org', server.baseUrl),
    );
    expect(more).to.deep.equal([]);
    const api = createApiClient(server.baseUrl, server.adminToken);
    const { organization } = read(await api.call('POST', '/organizations', { name: 'Acme' }), 201, organizationAnswer);
    const created = await api.call('POST', `/organizations/${organization.id}/repositories`, { name: 'Models' });
    const { repository } = read(created, 201, repositoryAnswer);

    const ownersMachine = { folder: operator.folder, env: operator.env, answers: [server.adminToken] };
    const { url } = invited.parse(JSON.parse(await runInTerminal(invite ?? '', ownersMachine)));
    const credential = (await runInTerminal(makeCredential ?? '', operator)).trim().split('\n').at(-1) ?? '';
    expect(credential).to.match(/^svc_ses_/);

    const clone = join(colleague.root, 'clone');
    mkdirSync(clone);
    await colleague.git(colleague.root, 'init', '-q', '--bare', 'models.git');
    await colleague.git(colleague.root, 'clone', '-q', 'models.git', 'clone');
    await colleague.git(clone, 'config', '-f', '.lfsconfig', 'lfs.url', `${server.baseUrl}/acme/models.git/info/lfs`);
    await colleague.git(clone, 'lfs', 'track', '*.bin');
    await colleague.git(clone, 'add', '.lfsconfig', '.gitattributes');
    await colleague.git(clone, 'commit', '-qm', 'Large files');
    await colleague.git(clone, 'push', '-q', 'origin', 'HEAD');

    const terminal = { folder: clone, env: colleague.environment };
    const secret = secretIn(await runInTerminal(accept ?? '', { ...terminal, answers: [credential, url] }));
    await runInTerminal(push ?? '', { ...terminal, answers: [secret] });

    const listed = read(await api.call('GET', `/repositories/${repository.id}/objects`), 200, objectsAnswer);
    expect(listed.objects.map(({ size }) => size)).to.deep.equal([1_000_000]);
    api.close();

    await server.command('user', 'suspend', 'grace@example.org');
    expect(await statusOf(server, `/repositories/${repository.id}`, secret)).to.equal(403);
  });
});
