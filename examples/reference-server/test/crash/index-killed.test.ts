import { createSeededRandom, type SeededRandom } from '@svc/conformance';
import { makeScratchRepository, randomHistory, type ScratchRepository } from '@svc/test-services/git-histories';
import { rounds } from '@svc/test-services/rounds';
import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { type AgentOutcome, type RunningAgent, startAgent } from '../agent/agent-process.js';
import { read } from '../client/exchange.js';
import type { GitClient } from '../git-lfs/git-client.js';
import { createLfsWorldWithProcess, type LfsWorldWithProcess } from '../git-lfs/lfs-world.js';

const kills = rounds({ property: 'an index whose server or agent is killed is the old or the new one', test: 2, proof: 100 });
const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 32));
/** At which request to the index, and how long after it has come. */
const latestKillRequest = 14;
const latestKillMs = 30;

const stateAnswer = z.object({
  index: z.object({
    generation: z.number(),
    commits: z.number(),
    objects: z.number(),
    refs: z.array(z.object({ name: z.string(), target: z.string() })),
  }),
});
type Refs = ReadonlyMap<string, string>;

describe(`a Git index whose server or agents are killed ${kills} times (seed ${seed})`, function () {
  this.bail(true);
  const random = createSeededRandom(seed);
  let world: LfsWorldWithProcess;
  let computer: GitClient;
  let token: string;
  const scratches: ScratchRepository[] = [];

  before(async () => {
    world = await createLfsWorldWithProcess({ RATE_LIMIT_RPS: '1000', RATE_LIMIT_BURST: '2000' });
    computer = await world.newComputer();
    token = await world.createToken();
  });
  after(async () => {
    await world.close();
    for (const scratch of scratches) await scratch.remove();
  });

  const newScratch = async (): Promise<ScratchRepository> => {
    const scratch = await makeScratchRepository();
    scratches.push(scratch);
    return scratch;
  };
  const start = (repositoryId: string, { folder }: ScratchRepository, args: readonly string[]): RunningAgent => {
    const env = { SVC_URL: world.proxy.url, SVC_REPOSITORY: repositoryId, SVC_TOKEN: token };
    return startAgent(computer, ['index', '--no-store-files', ...args], { folder, env });
  };
  const succeeds = async (running: RunningAgent): Promise<void> => {
    const { code, stderr } = await running.outcome;
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
  };
  const stateOf = async (repositoryId: string) =>
    read(await world.call(world.owner, 'GET', `/repositories/${repositoryId}/index/state`), 200, stateAnswer).index;
  const refsOf = async (repositoryId: string): Promise<Refs> =>
    new Map((await stateOf(repositoryId)).refs.map(({ name, target }) => [name, target]));
  const chosen = (refs: Refs, names: readonly string[]) => names.map((name) => refs.get(`refs/heads/${name}`));

  /**
   * Counts that a half-taken request would put out of step, past the server. It may still be at work on what an agent has sent that was killed, so they
   * are counted again until the state is the same before and after.
   */
  const expectCounted = async (repositoryId: string): Promise<void> => {
    const state = await stateOf(repositoryId);
    const { objectRows, lastObject, commitRows, openParts } = await countRows(repositoryId);
    if (JSON.stringify(await stateOf(repositoryId)) !== JSON.stringify(state)) return expectCounted(repositoryId);
    expect([objectRows, lastObject]).to.deep.equal([state.objects, state.objects]);
    // A commit of which a part has come has its number.
    expect(commitRows).to.be.within(state.commits - openParts, state.commits);
  };

  const countRows = async (repositoryId: string) => {
    const where = `where repository_id = '${repositoryId}'`;
    const count = z.array(z.object({ count: z.coerce.number() }));
    const [objectRows = 0, commitRows = 0, lastObject = 0, openParts = 0] = (
      await world.server.place.rows(
        `select count(*) as count from git_objects ${where}`,
        `select count(*) as count from git_commits ${where}`,
        `select coalesce(max(number), -1) + 1 as count from git_objects ${where}`,
        `select count(*) as count from git_pending_commits where progress is not null and session_id in (select id from git_index_sessions ${where})`,
      )
    ).map((rows) => count.parse(rows)[0]?.count);
    return { objectRows, commitRows, lastObject, openParts };
  };

  /** A commit that changes every folder: the server puts each together out of what it has kept, and hashes it. */
  const expectWholeTree = async (
    repositoryId: string,
    { git }: ScratchRepository,
    scratch: ScratchRepository,
    branch: string,
  ) => {
    const head = (await git(['rev-parse', `refs/heads/${branch}`])).trim();
    const folders = (await git(['ls-tree', '-r', '-d', '-t', '-z', '--name-only', head])).split('\0').slice(0, -1);
    const quoted = (path: string): string =>
      `"${[...path].map((character) => `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`).join('')}"`;
    const files = ['', ...folders.map((folder) => `${folder}/`)].map(
      (prefix) => `M 100644 inline ${quoted(`${prefix}~touched`)}\ndata 1\nx\n`,
    );
    const submodules = (await git(['ls-tree', '-r', '-z', head]))
      .split('\0')
      .flatMap((line) => (line.startsWith('160000') ? [line.split('\t')[1]] : []));
    const own = files.filter((_, at) => at === 0 || !submodules.includes(folders[at - 1]));
    await git(
      ['fast-import', '--quiet', '--force'],
      `commit refs/heads/${branch}\ncommitter A <a@b> 1700000000 +0000\ndata 5\ntouch\nfrom ${head}\n${own.join('')}\n`,
    );
    await succeeds(start(repositoryId, scratch, ['--ref', branch, '--force']));
    expect((await refsOf(repositoryId)).get(`refs/heads/${branch}`)).to.equal((await git(['rev-parse', branch])).trim());
  };

  /** Branches at any commits of a new history, in the place of those that were there. */
  const rewrite = async (scratch: ScratchRepository, draws: SeededRandom, names: readonly string[]): Promise<Refs> => {
    await scratch.git(['fast-import', '--quiet', '--force'], randomHistory(draws, 100 + draws.integer(300), 'sha1'));
    const commits = (await scratch.git(['rev-list', 'main'])).trim().split('\n');
    const refs = new Map(names.map((name, at) => [`refs/heads/${name}`, at === 0 ? (commits[0] ?? '') : draws.pick(commits)]));
    for (const [name, id] of refs) await scratch.git(['update-ref', name, id]);
    return refs;
  };

  /** Two agents at once; the server ends in the middle, or one of them, or both, and answers get lost. */
  const indexUntilKilled = async (agents: readonly RunningAgent[]): Promise<readonly AgentOutcome[]> => {
    const losesAnswers = random.integer(3) === 0;
    let untilKill = 1 + random.integer(latestKillRequest);
    const reached = new Promise<void>((resolve) => {
      world.proxy.interfere(({ path }) => {
        if (!path.includes('/index/')) return undefined;
        untilKill -= 1;
        if (untilKill === 0) resolve();
        return losesAnswers && random.integer(4) === 0 ? { kind: 'lose_response' } : undefined;
      });
    });
    const fate = random.integer(4);
    await Promise.race([reached, ...agents.map(({ outcome }) => outcome)]);
    await sleep(random.integer(latestKillMs));
    if (fate !== 0) {
      await world.server.kill();
      await world.server.start();
    }
    if (fate === 0 || fate === 3) agents[0]?.signal('SIGKILL');
    const outcomes = await Promise.all(agents.map(({ outcome }) => outcome));
    world.proxy.interfere(() => undefined);
    return outcomes;
  };

  for (let round = 1; round <= kills; round += 1) {
    const isForced = round % 2 === 0;
    const what = isForced ? 'one branch that both force' : 'branches of their own';
    it(`is the old or the new one for two agents with ${what}, and right after another run: kill ${round}`, async () => {
      const { id } = await world.createRepository(`killed ${round}`);
      const [one, other] = [await newScratch(), await newScratch()];
      const names = isForced
        ? ([
            ['main', 'a'],
            ['main', 'b'],
          ] as const)
        : ([
            ['a', 'a2'],
            ['b', 'b2'],
          ] as const);
      for (let generation = 0; generation < 2; generation += 1) {
        const before = await refsOf(id);
        const wanted = [await rewrite(one, random, names[0]), await rewrite(other, random, names[1])] as const;
        const args = (own: readonly string[]) => ['--force', ...own.flatMap((name) => ['--ref', name])];
        await indexUntilKilled([start(id, one, args(names[0])), start(id, other, args(names[1]))]);
        const now = await refsOf(id);
        const outcomes = names.map((own, at) => ({ own, wanted: wanted[at] ?? before }));
        for (const { own, wanted: goal } of outcomes) {
          // What the other agent has moved since is its own.
          const mine = own.filter((name) => !isForced || name !== 'main');
          const options = [before, goal].map((refs) => JSON.stringify(chosen(refs, mine)));
          expect(options).to.include(JSON.stringify(chosen(now, mine)));
        }
        if (isForced) {
          const possible = [before, ...wanted].map((refs) => refs.get('refs/heads/main'));
          expect(possible).to.include(now.get('refs/heads/main'));
        }
        await expectCounted(id);
        await succeeds(start(id, one, args(names[0])));
        await succeeds(start(id, other, args(names[1])));
        expect(Object.fromEntries(await refsOf(id))).to.deep.equal(Object.fromEntries([...before, ...wanted[0], ...wanted[1]]));
        await expectCounted(id);
      }
      await expectWholeTree(id, one, one, 'a');
      await expectWholeTree(id, other, other, 'b');
    });
  }
});
