import { expect } from 'chai';
import type { Answer } from '../client/exchange.js';
import { bytesNamed, objectNamed } from '../client/test-object.js';
import type { ProxiedExchange } from './interfering-proxy.js';
import { batch, entriesOf, upload, verify } from './lfs-request.js';
import { createLfsWorld, type LfsWorld, type RepositoryName } from './lfs-world.js';
import { createOrigin, createWorkingCopy } from './working-copy.js';

const BURST = 12;
const MOST_SECONDS = 300;
/** Two requests each: more than the bucket of an address takes, which is ten times as large. */
const OBJECTS = 80;

describe('the rate limit', () => {
  let world: LfsWorld;

  before(async () => {
    world = await createLfsWorld({ RATE_LIMIT_RPS: '1', RATE_LIMIT_BURST: String(BURST) });
  });
  after(() => world.close());
  beforeEach(() => world.proxy.forget());
  afterEach(() => world.proxy.interfere(() => undefined));

  /** Sends many requests at once straight to the server; the answer to one that is refused. */
  const useUp = async ({ lfsUrl }: RepositoryName, token: string): Promise<Answer> => {
    const direct = lfsUrl.replace(world.proxy.url, world.server.baseUrl);
    const answers = await Promise.all(Array.from({ length: 3 * BURST }, () => batch(direct, token, 'download', [])));
    const refused = answers.findLast(({ status }) => status === 429);
    if (refused === undefined) throw new Error('the limit was not reached');
    return refused;
  };

  const isBatch = ({ path }: ProxiedExchange) => path.endsWith('/objects/batch');

  it('lets the bytes and the verify actions of a token pass that has used up its requests, and says when to come back', async () => {
    const repository = await world.createRepository('limited');
    const token = await world.createToken();
    const objects = Array.from({ length: OBJECTS }, (_, index) => objectNamed(`limited ${index}`, 100));
    const entries = entriesOf(
      await batch(
        repository.lfsUrl,
        token,
        'upload',
        objects.map(({ oid, size }) => ({ oid, size })),
      ),
    );
    const refused = await useUp(repository, token);
    const seconds = Number(refused.headers['retry-after']);
    expect(Number.isInteger(seconds)).to.equal(true);
    expect(seconds).to.be.within(1, MOST_SECONDS);

    for (const { oid, size, bytes } of objects) {
      const actions = entries.find((entry) => entry.oid === oid)?.actions;
      if (actions?.upload === undefined || actions.verify === undefined) throw new Error(`no actions for ${oid}`);
      expect((await upload(actions.upload, bytes)).status).to.equal(200);
      expect((await verify(actions.verify, { oid, size })).status).to.equal(200);
    }
  });

  it('makes the client wait as long as it is told, and the push succeeds', async () => {
    const repository = await world.createRepository('patient');
    const token = await world.createToken();
    const computer = await world.newComputer();
    await computer.saveCredential(repository.lfsUrl, token);
    const copy = await createWorkingCopy(computer, await createOrigin(computer), repository.lfsUrl);
    await copy.commit({ 'file.bin': bytesNamed('patient', 100) });
    let others: Promise<void> | undefined;
    world.proxy.interfere(async (request) => {
      if (others !== undefined || !isBatch(request)) return undefined;
      // Somebody else uses the token up just before the client's first batch, and until that is refused.
      await useUp(repository, token);
      const goOn = async (): Promise<void> => {
        while (request.status === undefined) await useUp(repository, token);
      };
      others = goOn();
      return undefined;
    });
    const push = await copy.push();
    await others;
    expect(push.exitCode, push.stderr).to.equal(0);
    const statuses = world.proxy.exchanges.filter(isBatch).map(({ status }) => status);
    expect(statuses.slice(0, 1)).to.deep.equal([429]);
    expect(statuses.slice(1).filter((status) => status !== 429)).to.deep.equal([200]);
    expect(await world.listedOids(repository)).to.have.length(1);
  });
});
