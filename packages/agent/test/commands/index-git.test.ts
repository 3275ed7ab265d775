import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { runAgent } from '../rigs/agent-process.js';
import { makeScratchHome, type ScratchHome } from '../rigs/scratch-home.js';
import { startTransferService, type TransferService } from '../rigs/transfer-service.js';

const person = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];

describe('svc index in a clone whose remote was never pushed to nor fetched from', () => {
  let service: TransferService;
  let scratch: ScratchHome;
  before(async () => {
    service = await startTransferService();
    scratch = await makeScratchHome();
    await scratch.git(['remote', 'add', 'origin', '../elsewhere']);
    await scratch.git([...person, 'commit', '--quiet', '--allow-empty', '--message', 'one']);
  });
  after(async () => {
    await service.close();
    await scratch.remove();
  });
  const index = (...args: readonly string[]) => {
    const env = { SVC_URL: service.baseUrl, SVC_REPOSITORY: service.repositoryId, SVC_TOKEN: service.token };
    return runAgent(scratch, ['index', ...args], { env });
  };

  it('says that there is nothing to index, and what to do', async () => {
    const { code, stdout, stderr } = await index();
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
    expect(stdout).to.match(/^there is no branch of origin and no tag here yet: push or fetch first, [^\n]*--local[^\n]*\n$/);
    const told: unknown = JSON.parse((await index('--json')).stdout);
    expect(told).to.deep.include({ refs: 0, commits: 0, changed_refs: [] });
  });

  it('indexes the branches of the clone with --local', async () => {
    expect((await index('--local')).stdout).to.contain('indexed 1 commit, 1 ref');
  });

  it('leaves out what leads to a commit that no request has room for, and no other branch', async () => {
    const made = async (args: readonly string[], input = ''): Promise<string> =>
      (await scratch.git([...person, ...args], { input })).stdout.trim();
    const tree = await made(['rev-parse', 'HEAD^{tree}']);
    const large = await made(['commit-tree', tree, '-p', 'HEAD'], 'a'.repeat(800_000));
    await made(['update-ref', 'refs/heads/large', await made(['commit-tree', tree, '-p', large, '-m', 'behind it'])]);
    await made(['update-ref', 'refs/heads/small', await made(['commit-tree', tree, '-p', 'HEAD', '-m', 'small'])]);
    const { code, stdout, stderr } = await index('--local');
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
    expect(stdout).to.contain('indexed 1 commit, 1 ref');
    expect(stdout).to.contain(`left out, for the commit ${large} is longer than a request may be: refs/heads/large\n`);
    expect((await index('--local', '--ref', 'large')).stderr).to.contain(`svc: the commit ${large} is longer than`);
    await made(['update-ref', '-d', 'refs/heads/large']);
  });

  it('says how to find the folder whose names are not in the order of git', async () => {
    const made = async (args: readonly string[], input = ''): Promise<string> =>
      (await scratch.git(args, { input })).stdout.trim();
    const id = Buffer.from(await made(['hash-object', '-w', '--stdin'], 'text'), 'hex');
    const folder = join(scratch.home, 'folder');
    await writeFile(folder, Buffer.concat([Buffer.from('100644 b\0'), id, Buffer.from('100644 a\0'), id]));
    const tree = await made(['hash-object', '--literally', '-w', '-t', 'tree', folder]);
    await made(['update-ref', 'refs/heads/odd', await made([...person, 'commit-tree', tree, '-p', 'HEAD', '-m', 'two'])]);
    const { code, stderr } = await index('--local');
    const line = 'svc: a folder in the history is not as git writes folders: git fsck says which\n';
    expect({ code, stderr }).to.deep.equal({ code: 1, stderr: line });
    expect((await scratch.git(['fsck'])).stderr).to.contain(tree);
  });
});
