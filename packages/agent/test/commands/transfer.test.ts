import { createHash } from 'node:crypto';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { runAgent } from '../rigs/agent-process.js';
import { makeScratchHome, type ScratchHome } from '../rigs/scratch-home.js';
import { startTransferService, type TransferService } from '../rigs/transfer-service.js';

const bytes = Buffer.from('shared bytes '.repeat(500));
const oid = createHash('sha256').update(bytes).digest('hex');
const completed = /"event":"complete","oid":"[0-9a-f]{64}","path":"([^"]+)"/;

describe('what svc transfer fetches', () => {
  let service: TransferService;
  let scratch: ScratchHome;
  let umask: number;
  let env: Readonly<Record<string, string>>;
  before(async () => {
    service = await startTransferService();
    env = { SVC_URL: service.baseUrl, SVC_REPOSITORY: service.repositoryId, SVC_TOKEN: service.token };
  });
  after(() => service.close());
  beforeEach(async () => {
    umask = process.umask(0o077);
    scratch = await makeScratchHome();
    await writeFile(join(scratch.clone, 'file'), bytes);
    expect(await runAgent(scratch, ['push', 'file'], { env })).to.include({ code: 0 });
    // As git-lfs has it when it asks for the first object of a clone.
    await mkdir(join(scratch.clone, '.git/lfs'));
  });
  afterEach(async () => {
    process.umask(umask);
    await scratch.remove();
  });

  /** Who may what with the file and with its folder. */
  const modesOfDownload = async (): Promise<readonly string[]> => {
    const lines = [
      { event: 'init', operation: 'download', remote: 'origin' },
      { event: 'download', oid, size: bytes.byteLength },
      { event: 'terminate' },
    ];
    const input = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    const { stdout } = await runAgent(scratch, ['transfer'], { env, input });
    const [, path = ''] = completed.exec(stdout) ?? [];
    const modes = await Promise.all([path, dirname(path)].map(async (each) => (await stat(each)).mode & 0o777));
    return modes.map((mode) => mode.toString(8));
  };

  it('is for whom the umask says, or for whom git shares the repository with, as what git-lfs fetches itself', async () => {
    for (const [shared, ...modes] of [
      ['umask', '600', '700'],
      ['group', '660', '770'],
    ] as const) {
      await rm(join(scratch.clone, '.git/lfs/tmp'), { recursive: true, force: true });
      await scratch.git(['config', 'core.sharedRepository', shared]);
      expect(await modesOfDownload(), shared).to.deep.equal(modes);
    }
  });
});
