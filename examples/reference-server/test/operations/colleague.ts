import { expect } from 'chai';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { createApiClient } from '../client/api-client.js';
import { read } from '../client/exchange.js';
import { organizationAnswer, repositoryAnswer } from '../client/wire.js';
import type { GitClient } from '../git-lfs/git-client.js';
import type { TestServer } from '../server/start-server.js';
import { operatorsMachine } from './operators-machine.js';
import { recipe, runInTerminal } from './recipe.js';

const invited = z.object({ url: z.string() });

const secretIn = (said: string): string => /"secret":"([^"]+)"/.exec(said)?.[1] ?? '';

/** Whom the recipe makes a colleague of the first owner. */
export interface Colleague {
  readonly repositoryId: string;
  /** Where she has pushed her first file. */
  readonly clone: string;
  readonly origin: string;
  /** Of her API token. */
  readonly secret: string;
}

export interface ColleagueOptions {
  readonly server: TestServer;
  /** Of the service, as its clients know it; of the server itself when absent. */
  readonly url?: string;
  /** The colleague's own. */
  readonly computer: GitClient;
  /** What clients on every machine are told about the service's certificate. */
  readonly trust?: string;
}

/** Runs the recipe for a colleague without an identity provider, as owner, operator and colleague. */
export const inviteColleague = async (options: ColleagueOptions): Promise<Colleague> => {
  const { server, computer, url: service = server.baseUrl, trust = '' } = options;
  const [invite, makeCredential, accept, push, ...more] = recipe('### A colleague without an identity provider').map(
    (block) => trust + block.replaceAll('https://svc.example.org', service),
  );
  expect(more).to.deep.equal([]);
  const operator = operatorsMachine({ DATA_DIR: server.dataDir, ...server.place.settings });
  const api = createApiClient(server.baseUrl, server.adminToken);
  try {
    const { organization } = read(await api.call('POST', '/organizations', { name: 'Acme' }), 201, organizationAnswer);
    const created = await api.call('POST', `/organizations/${organization.id}/repositories`, { name: 'Models' });
    const { repository } = read(created, 201, repositoryAnswer);

    const ownersMachine = { folder: operator.folder, env: operator.env, answers: [server.adminToken] };
    const { url } = invited.parse(JSON.parse(await runInTerminal(invite ?? '', ownersMachine)));
    expect(url.startsWith(`${service}/`), url).to.equal(true);
    const credential = (await runInTerminal(makeCredential ?? '', operator)).trim().split('\n').at(-1) ?? '';
    expect(credential).to.match(/^svc_ses_/);

    const clone = join(computer.root, 'clone');
    const origin = join(computer.root, 'models.git');
    mkdirSync(clone);
    await computer.git(computer.root, 'init', '-q', '--bare', origin);
    await computer.git(computer.root, 'clone', '-q', origin, clone);
    await computer.git(clone, 'config', '-f', '.lfsconfig', 'lfs.url', `${service}/acme/models.git/info/lfs`);
    await computer.git(clone, 'lfs', 'track', '*.bin');
    await computer.git(clone, 'add', '.lfsconfig', '.gitattributes');
    await computer.git(clone, 'commit', '-qm', 'Large files');
    await computer.git(clone, 'push', '-q', 'origin', 'HEAD');

    const terminal = { folder: clone, env: computer.environment };
    const secret = secretIn(await runInTerminal(accept ?? '', { ...terminal, answers: [credential, url] }));
    await runInTerminal(push ?? '', { ...terminal, answers: [secret] });
    return { repositoryId: repository.id, clone, origin, secret };
  } finally {
    api.close();
    operator.drop();
  }
};
