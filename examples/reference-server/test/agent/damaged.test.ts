import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { bytesNamed, objectOf } from '../client/test-object.js';
import type { GitClient } from '../git-lfs/git-client.js';
import { createLfsWorld, type LfsWorld, type RepositoryName } from '../git-lfs/lfs-world.js';
import { cloneOf, createOrigin, createWorkingCopy, type WorkingCopy } from '../git-lfs/working-copy.js';
import { agent, runAgent } from './agent-process.js';

const pathsIn = z.array(z.object({ path: z.string() }));
const kindsIn = z.array(z.object({ kind: z.string() }));

/** What a failing disk does to a blob. */
type Damage = (world: LfsWorld, key: string) => Promise<void>;

const flipAt =
  (flipped: number): Damage =>
  async ({ server: { place } }, key) => {
    const bytes = await place.blob(key);
    if (bytes === undefined) throw new Error(`nothing lies at ${key}`);
    await place.replaceBlob(
      key,
      bytes.map((byte, at) => (at === flipped ? byte ^ 1 : byte)),
    );
  };
const flip = flipAt(100);
const cut: Damage = async ({ server: { place } }, key) =>
  place.replaceBlob(key, (await place.blob(key))?.subarray(0, 200) ?? new Uint8Array());
const lose: Damage = ({ server: { place } }, key) => place.loseBlob(key);
const damages: Readonly<Record<string, Damage>> = { 'has a flipped bit': flip, 'is cut short': cut, 'is missing': lose };

describe('pushing what is stored and damaged', () => {
  let world: LfsWorld;
  let token: string;
  let repositories = 0;
  before(async () => {
    world = await createLfsWorld();
    token = await world.createToken();
  });
  after(() => world.close());
  beforeEach(() => world.proxy.forget());

  const newRepository = (): Promise<RepositoryName> => {
    repositories += 1;
    return world.createRepository(`damaged ${repositories}`);
  };

  const newComputer = async ({ lfsUrl }: RepositoryName): Promise<GitClient> => {
    const computer = await world.newComputer();
    await computer.saveCredential(lfsUrl, token);
    return computer;
  };

  /** The keys of the packs of a repository. */
  const packKeys = async ({ id }: RepositoryName): Promise<readonly string[]> => {
    const query = `select path from tree_files where repository_id = '${id}' and path like 'chunks/packs/%' order by path`;
    const [rows = []] = await world.server.place.rows(query);
    return pathsIn.parse(rows).map(({ path }) => `repositories/${id}/cas/${path}`);
  };

  const fsck = async (...options: readonly string[]) => world.server.command('fsck', '--read-data', ...options);

  /** What is wrong with one repository. */
  const findingsOf = async ({ id }: RepositoryName): Promise<readonly string[]> => {
    const { stdout, stderr } = await fsck();
    expect(stdout, stderr).to.contain('looked at');
    return stdout.split('\n').filter((line) => line.includes(id));
  };

  /** As on a computer that has nothing yet. */
  const cloneAgain = (computer: GitClient, origin: string, name: string) => cloneOf(computer, origin, name);

  const pushAll = (copy: WorkingCopy) => copy.attempt(['lfs', 'push', '--all', 'origin']);

  for (const [title, damage] of Object.entries(damages)) {
    it(`with git-lfs sends an object that ${title} again, and others get it`, async () => {
      const repository = await newRepository();
      const computer = await newComputer(repository);
      const origin = await createOrigin(computer);
      const copy = await createWorkingCopy(computer, origin, repository.lfsUrl);
      const [file, other] = [bytesNamed(`damaged ${title}`, 70_000), bytesNamed(`sound ${title}`, 50_000)];
      await copy.commit({ 'a.bin': file, 'b.bin': other });
      expect((await copy.push()).exitCode).to.equal(0);
      const { oid } = objectOf(file);
      await damage(world, `repositories/${repository.id}/objects/${oid.slice(0, 2)}/${oid.slice(2, 4)}/${oid}`);
      expect((await fsck('--repair')).code).to.equal(1);

      const { outcome: refused } = await cloneAgain(computer, origin, 'refused');
      expect(refused.exitCode).to.not.equal(0);
      expect(refused.stdout + refused.stderr).to.contain('damaged');

      world.proxy.forget();
      const push = await pushAll(copy);
      expect(push.exitCode, push.stderr).to.equal(0);
      const sent = world.proxy.exchanges.filter(({ method }) => method === 'PUT');
      expect(sent, 'the damaged one alone').to.have.length(1);

      const { outcome, copy: clone } = await cloneAgain(computer, origin, 'healed');
      expect(outcome.exitCode, outcome.stderr).to.equal(0);
      expect((await readFile(join(clone.path, 'a.bin'))).equals(file)).to.equal(true);
      expect(await findingsOf(repository)).to.deep.equal([]);
    });

    it(`with the agent sends chunks of a pack that ${title} again, and never writes wrong bytes`, async () => {
      const repository = await newRepository();
      const computer = await newComputer(repository);
      const folder = join(computer.root, 'work');
      await mkdir(folder);
      const file = bytesNamed(`in chunks ${title}`, 500_000);
      await writeFile(join(folder, 'model.bin'), file);
      const run = (...args: readonly string[]) =>
        runAgent(computer, args, { folder, env: { SVC_URL: world.proxy.url, SVC_REPOSITORY: repository.id, SVC_TOKEN: token } });
      const pushed = await run('push', 'model.bin');
      expect(pushed.code, pushed.stderr).to.equal(0);
      const [pack] = await packKeys(repository);
      if (pack === undefined) throw new Error('there is a pack');
      await damage(world, pack);

      const { oid } = objectOf(file);
      const pull = async (to: string) => {
        const outcome = await run('pull', oid, '-o', to);
        return { ...outcome, isWritten: existsSync(join(folder, to)) };
      };
      const unknown = await pull('before.bin');
      expect(unknown.code).to.not.equal(0);
      expect(unknown.isWritten).to.equal(false);
      expect((await fsck('--repair')).code).to.equal(1);
      const refused = await pull('noted.bin');
      expect(refused.code).to.not.equal(0);
      expect(refused.isWritten).to.equal(false);
      expect(refused.stderr).to.contain('damaged');

      const again = await run('push', 'model.bin');
      expect(again.code, again.stderr).to.equal(0);
      const healed = await pull('healed.bin');
      expect(healed.code, healed.stderr).to.equal(0);
      expect((await readFile(join(folder, 'healed.bin'))).equals(file)).to.equal(true);
      expect(await findingsOf(repository)).to.deep.equal([]);
    });
  }

  it('with the agent sends a version again that needs a pack which the pull of another one found damaged', async () => {
    const repository = await newRepository();
    const computer = await newComputer(repository);
    const folder = join(computer.root, 'work');
    await mkdir(folder);
    const first = bytesNamed('first of one pack', 500_000);
    const middle = 250_000;
    const second = Buffer.concat([first.subarray(0, middle), Buffer.from([1, 2]), first.subarray(middle)]);
    const packs: string[] = [];
    const run = (...args: readonly string[]) =>
      runAgent(computer, args, { folder, env: { SVC_URL: world.proxy.url, SVC_REPOSITORY: repository.id, SVC_TOKEN: token } });
    for (const [name, bytes] of [
      ['first.bin', first],
      ['second.bin', second],
    ] as const) {
      await writeFile(join(folder, name), bytes);
      const pushed = await run('push', name);
      expect(pushed.code, pushed.stderr).to.equal(0);
      packs.push(...(await packKeys(repository)).filter((key) => !packs.includes(key)));
    }
    const [shared] = packs;
    if (packs.length !== 2 || shared === undefined)
      throw new Error('the second version has a pack of its own beside the first one');
    const damagedIn = async (): Promise<readonly string[]> => {
      const [rows = []] = await world.server.place.rows(
        `select kind from damaged_files where repository_id = '${repository.id}'`,
      );
      return kindsIn.parse(rows).map(({ kind }) => kind);
    };
    // In the chunk that only the first version has.
    await flipAt(middle)(world, shared);
    expect((await run('pull', objectOf(first).oid, '-o', 'first.out')).code).to.not.equal(0);
    await waitUntil('the first version is noted', async () => (await damagedIn()).includes('object'));
    expect((await run('pull', objectOf(second).oid, '-o', 'second.out')).code).to.not.equal(0);
    await waitUntil('both are noted', async () => (await damagedIn()).filter((kind) => kind === 'object').length === 2);

    const again = await run('push', 'second.bin');
    expect(again.code, again.stderr).to.equal(0);
    const healed = await run('pull', objectOf(second).oid, '-o', 'healed.bin');
    expect(healed.code, healed.stderr).to.equal(0);
    expect((await readFile(join(folder, 'healed.bin'))).equals(second)).to.equal(true);
  });

  it('with git-lfs and the agent sends what lies in a damaged pack again, of all objects that need it', async () => {
    const repository = await newRepository();
    const computer = await newComputer(repository);
    const origin = await createOrigin(computer);
    const copy = await createWorkingCopy(computer, origin, repository.lfsUrl);
    await agent(computer, ['install', '--global']);
    const first = bytesNamed('two versions', 1_000_000);
    const second = Buffer.concat([first.subarray(0, 750_000), bytesNamed('another end', 250_000)]);
    for (const bytes of [first, second]) {
      await copy.commit({ 'model.bin': bytes });
      expect((await copy.push()).exitCode).to.equal(0);
    }
    for (const pack of await packKeys(repository)) await flip(world, pack);
    expect((await fsck('--repair')).code).to.equal(1);
    expect((await cloneAgain(computer, origin, 'refused')).outcome.exitCode).to.not.equal(0);
    const push = await pushAll(copy);
    expect(push.exitCode, push.stderr).to.equal(0);
    const { outcome, copy: clone } = await cloneAgain(computer, origin, 'healed');
    expect(outcome.exitCode, outcome.stderr).to.equal(0);
    expect((await readFile(join(clone.path, 'model.bin'))).equals(second)).to.equal(true);
    await clone.git('checkout', '--quiet', 'HEAD~1');
    expect((await readFile(join(clone.path, 'model.bin'))).equals(first)).to.equal(true);
    // Packs that are cut in another way leave those that nobody needs any more.
    expect((await findingsOf(repository)).filter((line) => !line.startsWith('wrong_bytes'))).to.deep.equal([]);
  });
});
