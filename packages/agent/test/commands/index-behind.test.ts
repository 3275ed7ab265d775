import { expect } from 'chai';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { runAgent } from '../rigs/agent-process.js';
import { indexedRefs } from '../rigs/indexed-refs.js';
import { makeScratchHome, type ScratchHome } from '../rigs/scratch-home.js';
import { startTransferService, type TransferService } from '../rigs/transfer-service.js';

describe('svc index in a clone that is behind its remote', () => {
  let service: TransferService;
  let scratch: ScratchHome;
  let origin: string;
  beforeEach(async () => {
    service = await startTransferService();
    scratch = await makeScratchHome();
    origin = join(scratch.home, 'origin.git');
    await git('init', '--quiet', '--bare', origin);
    await git('remote', 'add', 'origin', origin);
    for (const [key, value] of [
      ['user.name', 'Test'],
      ['user.email', 'test@example.com'],
    ] as const)
      await git('config', key, value);
  });
  afterEach(async () => {
    await service.close();
    await scratch.remove();
  });

  const git = async (...args: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await scratch.git(args);
    if (code !== 0) throw new Error(stderr);
    return stdout.trim();
  };
  const commit = async (): Promise<string> => {
    await git('commit', '--quiet', '--allow-empty', '--message', 'a commit');
    return git('rev-parse', 'HEAD');
  };
  const index = (...args: readonly string[]) => {
    const env = { SVC_URL: service.baseUrl, SVC_REPOSITORY: service.repositoryId, SVC_TOKEN: service.token };
    return runAgent(scratch, ['index', ...args], { env });
  };
  const left = (name: string): string =>
    `left as they are, because origin has not said that it has them where this clone has them (first git fetch --tags --force origin; --force moves them): ${name}\n`;

  it('leaves an old branch and an old tag where the remote has them, also though it has the newer commits', async () => {
    const one = await commit();
    await git('tag', '--annotate', '--message', 'old notes', 'v1');
    const old = await git('rev-parse', 'v1');
    const two = await commit();
    await git('push', '--quiet', 'origin', 'HEAD:refs/heads/main');
    await git('tag', '--force', '--annotate', '--message', 'new notes', 'v1');
    await git('push', '--quiet', 'origin', 'v1');
    await index();
    const newest = await indexedRefs(service);
    expect(newest).to.deep.equal([`refs/heads/main ${two}`, `refs/tags/v1 ${two} ${await git('rev-parse', 'v1')}`]);
    await git('update-ref', 'refs/tags/v1', old);
    await git('update-ref', 'refs/remotes/origin/main', one);
    expect((await index()).stdout).to.contain(left('refs/heads/main, refs/tags/v1'));
    expect(await indexedRefs(service)).to.deep.equal(newest);
    await index('--force');
    expect(await indexedRefs(service)).to.deep.equal([`refs/heads/main ${one}`, `refs/tags/v1 ${one} ${old}`]);
  });

  it('leaves a tag that says something else of the same commit', async () => {
    await commit();
    await git('tag', '--annotate', '--message', 'notes', 'v1');
    await git('push', '--quiet', 'origin', 'v1');
    await index();
    const before = await indexedRefs(service);
    await git('tag', '--force', '--annotate', '--message', 'other notes', 'v1');
    expect((await index()).stdout).to.contain(left('refs/tags/v1'));
    expect(await indexedRefs(service)).to.deep.equal(before);
    await git('push', '--quiet', '--force', 'origin', 'v1');
    expect((await index()).stdout).to.contain('indexed 0 commits, 1 ref');
    expect(await indexedRefs(service)).to.not.deep.equal(before);
  });

  it('leaves a tag that has gone on in this clone alone', async () => {
    const one = await commit();
    await git('tag', 'v1');
    await git('push', '--quiet', 'origin', 'v1');
    await index();
    await commit();
    await git('tag', '--force', 'v1');
    expect((await index()).stdout).to.contain(left('refs/tags/v1'));
    expect(await indexedRefs(service)).to.deep.equal([`refs/tags/v1 ${one}`]);
  });

  it('asks nothing for branches that have gone on', async () => {
    await commit();
    await git('push', '--quiet', 'origin', 'HEAD:refs/heads/main');
    await index();
    const two = await commit();
    await git('push', '--quiet', 'origin', 'HEAD:refs/heads/main');
    await rename(origin, `${origin}.away`);
    expect((await index()).stdout).to.contain('indexed 1 commit, 1 ref');
    expect(await indexedRefs(service)).to.deep.equal([`refs/heads/main ${two}`]);
  });

  it('moves branches and tags of the repository itself to wherever they are', async () => {
    const one = await commit();
    await commit();
    await git('branch', 'other');
    await git('tag', 'v1');
    await index('--local');
    await git('branch', '--force', 'other', one);
    await git('tag', '--force', 'v1', one);
    await index('--local', '--ref', 'other', '--ref', 'v1');
    expect(await indexedRefs(service)).to.include.members([`refs/heads/other ${one}`, `refs/tags/v1 ${one}`]);
  });

  it('is not complete where the remote does not have a branch any more', async () => {
    await commit();
    await git('push', '--quiet', 'origin', 'HEAD:refs/heads/main', 'HEAD:refs/heads/merged');
    await git('tag', 'of-this-clone-alone');
    await git('--git-dir', origin, 'update-ref', '-d', 'refs/heads/merged');
    const { code, stderr } = await index('--complete');
    expect({ code, stderr }).to.deep.equal({
      code: 1,
      stderr: 'svc: refs/heads/merged is not at origin any more; first: git fetch --prune --tags origin\n',
    });
    await git('fetch', '--quiet', '--prune', '--tags', 'origin');
    expect((await index('--complete')).stdout).to.contain('these are all branches and tags');
  });
});
