import { runInShell } from '@svc/test-services/run-in-shell';
import { expect } from 'chai';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

describe('a command that a test runs in the shell', () => {
  let folder: string;
  before(() => (folder = realpathSync(mkdtempSync(join(tmpdir(), "it's a folder-")))));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const run = async (command: readonly [string, ...string[]], environment: Readonly<Record<string, string>> = {}) => {
    const { exitCode, stdout, stderr } = await runInShell(command, {
      folder,
      environment: { PATH: process.env['PATH'], ...environment },
    });
    return { exitCode, stdout: stdout.toString(), stderr: stderr.toString() };
  };

  it('works in its folder, and is given each parameter and each variable as it is, and no others', async () => {
    const text = `"it's" $HOME \`id\` \\ *\n# é`;
    expect(await run(['pwd'])).to.deep.equal({ exitCode: 0, stdout: `${folder}\n`, stderr: '' });
    expect((await run(['printf', '%s', text])).stdout).to.equal(text);
    expect((await run(['printenv', 'GIVEN'], { GIVEN: text })).stdout).to.equal(`${text}\n`);
    expect((await run(['env'])).stdout.split('\n').map((line) => line.split('=')[0])).not.to.include('HOME');
  });

  it('reads and prints bytes of any kind, more than a pipe holds', async () => {
    const input = Buffer.from(Array.from({ length: 1 << 20 }, (_, at) => at % 256));
    const { stdout } = await runInShell(['cat'], { folder, environment: process.env, input });
    expect(stdout.equals(input)).to.equal(true);
  });

  it('has nothing to read where nothing is given, and ends with its own exit code, or with that of a signal', async () => {
    expect(await run(['cat'])).to.deep.equal({ exitCode: 0, stdout: '', stderr: '' });
    expect(await run(['sh', '-c', 'echo said >&2; exit 7'])).to.deep.equal({ exitCode: 7, stdout: '', stderr: 'said\n' });
    expect((await run(['sh', '-c', 'kill -9 $$'])).exitCode).to.equal(137);
    expect((await run(['no-such-program'])).exitCode).to.equal(127);
  });

  it('runs beside others, and each has what it printed', async () => {
    const said = await Promise.all(
      Array.from({ length: 20 }, (_, number) => run(['sh', '-c', `sleep 0.${20 - number}; printf %0100000d ${number}`])),
    );
    expect(said.map(({ stdout }) => Number(stdout))).to.deep.equal(Array.from({ length: 20 }, (_, number) => number));
  });

  it('leaves nothing behind in the list of processes', async () => {
    const zombies = async (): Promise<number> => {
      // Of the shell that runs the commands: the state and the parent are the third word and the fourth of each process.
      const [, , , shell] = (await run(['sh', '-c', 'cat /proc/$PPID/stat'])).stdout.split(' ');
      const { stdout } = await run(['sh', '-c', 'cat /proc/[0-9]*/stat 2>/dev/null']);
      return stdout.split('\n').filter((line) => line.includes(` Z ${shell} `)).length;
    };
    for (let times = 0; times < 20; times += 1) await run(['true']);
    expect(await zombies()).to.be.below(5);
  });
});
