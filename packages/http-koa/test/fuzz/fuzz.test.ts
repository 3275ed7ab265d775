import { createSeededRandom, type SeededRandom } from '@svc/conformance';
import { rounds } from '@svc/test-services/rounds';
import { expect } from 'chai';
import { takenBytes } from '../../../core/test/formats/packs/collect-garbage.js';
import { seed } from '../support/seeded.js';
import { faultOfAnswer } from './fault-of-answer.js';
import { type FuzzCorpus, startFuzzedService } from './fuzz-corpus.js';
import { fuzzedRequest } from './mutate-request.js';
import { mutateWire } from './mutate-wire.js';
import { createKeptConnection, sendOnce } from './raw-connection.js';
import { jsonOf, undescribedBy } from './undescribed-by.js';
import type { WireAnswer } from './wire-answer.js';
import { encodeRequest } from './wire-request.js';

const inputs = rounds({ property: 'an HTTP input of any kind is answered, and never with 5xx', test: 3_000, proof: 1_000_000 });
/** A service takes so many; the next one knows nothing of them. */
const inputsPerService = 4_000;
const lanes = 8;
/** What may be left of all inputs once their services are gone. */
const maxGrowthBytes = 64 * 1024 * 1024;

/** What has become of the inputs. */
interface Fates {
  answered: number;
  refused: number;
  /** Bytes that were no whole request: the connection was ended and nothing said. */
  unanswered: number;
}

const failOf = (fault: string, { body }: WireAnswer, input: Uint8Array): never =>
  expect.fail(`${fault}: ${body.toString()} to ${JSON.stringify(Buffer.from(input).toString('latin1').slice(0, 10_000))}`);

const note = (fates: Fates, { status }: WireAnswer): void => {
  if (status < 400) fates.answered += 1;
  else fates.refused += 1;
};

/** One lane of inputs to one service. */
const playLane = async (port: number, corpus: FuzzCorpus, random: SeededRandom, count: number, fates: Fates): Promise<void> => {
  const kept = createKeptConnection(port);
  const sendWellFormed = async (): Promise<void> => {
    const request = fuzzedRequest(random, corpus);
    const bytes = encodeRequest(request, random.integer(10) === 0);
    const answer = await kept.exchange(bytes, request.method === 'HEAD');
    if (answer === undefined) return expect.fail(`no answer to ${bytes.toString('latin1')}`);
    const fault = faultOfAnswer(answer, request.method === 'HEAD') ?? undescribedBy(request, answer);
    if (fault !== undefined) failOf(fault, answer, bytes);
    note(fates, answer);
    if (answer.status < 300) corpus.vocabulary.learn(jsonOf(answer));
  };
  const sendMalformed = async (): Promise<void> => {
    const request = fuzzedRequest(random, corpus);
    // Where answers have no bodies nobody could tell where each ends.
    const bytes = mutateWire(random, encodeRequest(request.method === 'HEAD' ? { ...request, method: 'GET' } : request));
    const answers = await sendOnce(port, bytes);
    for (const answer of answers) {
      const fault = faultOfAnswer(answer, false);
      if (fault !== undefined) failOf(fault, answer, bytes);
      note(fates, answer);
    }
    if (answers.length === 0) fates.unanswered += 1;
  };
  try {
    for (let left = count; left > 0; left -= 1) await (random.integer(5) === 0 ? sendMalformed() : sendWellFormed());
  } finally {
    kept.close();
  }
};

const playOneService = async (random: SeededRandom, count: number, fates: Fates): Promise<void> => {
  const { service, corpus } = await startFuzzedService();
  const randoms = Array.from({ length: lanes }, () => createSeededRandom(random.integer(2 ** 32)));
  try {
    await Promise.all(randoms.map((lane) => playLane(service.port, corpus, lane, Math.ceil(count / lanes), fates)));
  } catch (fault) {
    // Which input it was says more than that there was a bug, and the bug is its cause.
    const [bug] = service.faults.splice(0);
    throw bug === undefined ? fault : new Error(String(fault), { cause: bug.error });
  } finally {
    // Fails when any of them has met a bug.
    await service.close();
  }
};

describe('HTTP inputs of any kind', () => {
  it(`are answered with what was asked for or a described error, ${inputs} of them (seed ${seed})`, async () => {
    const random = createSeededRandom(seed);
    const fates: Fates = { answered: 0, refused: 0, unanswered: 0 };
    let before: number | undefined;
    for (let played = 0; played < inputs; played += inputsPerService) {
      await playOneService(random, Math.min(inputsPerService, inputs - played), fates);
      before ??= takenBytes();
      expect(takenBytes() - before, 'bytes that are left of them').to.be.lessThan(maxGrowthBytes);
    }
    // Otherwise they would try one thing alone. A service whose user has signed out, or deleted what there is, early on refuses nearly all that follows.
    expect(fates.answered).to.be.greaterThan(inputs / 50);
    expect(fates.refused).to.be.greaterThan(inputs / 5);
    expect(fates.unanswered).to.be.lessThan(inputs / 20);
    expect(Object.keys(Object.prototype)).to.deep.equal([]);
    expect(Reflect.get({}, 'polluted')).to.equal(undefined);
  });
});
