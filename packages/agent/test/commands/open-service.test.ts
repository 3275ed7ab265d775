import { expect } from 'chai';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { runCommandLine } from '../../src/run-command-line.js';
import { bundle, environmentFor } from '../rigs/agent-process.js';
import { createFakeTerminal } from '../rigs/fake-terminal.js';
import { makeScratchHome, type ScratchHome } from '../rigs/scratch-home.js';
import { sha256 } from '../rigs/transfers.js';
import { startTransferService, type TransferService } from '../rigs/transfer-service.js';

describe('a command that shows a bar on a terminal', () => {
  const contents = [Buffer.alloc(700_000, 'one'), Buffer.alloc(900_000, 'two')] as const;
  const [one, two] = [sha256(contents[0]), sha256(contents[1])];
  let scratch: ScratchHome;
  let service: TransferService;
  before(async () => {
    scratch = await makeScratchHome();
    service = await startTransferService();
    for (const [at, bytes] of contents.entries()) await writeFile(join(scratch.clone, `${at + 1}.bin`), bytes);
  });
  after(async () => {
    await service.close();
    await scratch.remove();
  });

  /** What is on the screen at the end, where both streams lead to it. */
  const screenAfter = async (parameters: readonly string[]): Promise<readonly string[]> => {
    const { stream, lines } = createFakeTerminal();
    const env = { SVC_URL: service.baseUrl, SVC_REPOSITORY: service.repositoryId, SVC_TOKEN: service.token };
    const code = await runCommandLine(parameters, {
      folder: scratch.clone,
      environment: environmentFor(scratch, { env }),
      program: bundle,
      node: process.execPath,
      stdin: () => Readable.from([]),
      stdout: stream,
      stderr: stream,
      signals: { on: () => undefined },
      onBug: () => undefined,
      exit: () => expect.fail('nothing ends it early'),
    });
    expect(code).to.equal(0);
    return lines();
  };

  it('leaves every result on the screen, and what it has come to below them', async () => {
    const [sent, ...pushed] = (await screenAfter(['push', '1.bin', '2.bin'])).toReversed();
    expect(sent).to.match(/^svc: sent .* of 1\.6 MB, /);
    expect(pushed.toReversed()).to.deep.equal([`${one}  1.bin`, `${two}  2.bin`]);
    const [received, ...pulled] = (await screenAfter(['pull', one, two, '-o', '..'])).toReversed();
    expect(received).to.match(/^svc: received .* of 1\.6 MB, /);
    expect(pulled.toReversed()).to.deep.equal([`${one}  ../${one}`, `${two}  ../${two}`]);
    expect(await screenAfter(['verify', one, two])).to.deep.equal([`${one}: OK`, `${two}: OK`]);
  });
});
