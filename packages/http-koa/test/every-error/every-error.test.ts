import { existsSync } from 'node:fs';
import { expect } from 'chai';
import { errorCodes } from '../../src/endpoint/error-code.js';
import { type Answer, textAt, valueAt } from '../support/request.js';
import { kinds, reasonsByCode, unexplainedRefusals } from './codes.js';
import { type Stage, startStage, type Start } from './stage.js';

const statuses = new Map<string, number>(Object.entries(errorCodes).map(([code, { status }]) => [code, status]));

/** Spec 7, 7.1: each error that the service can answer, by a request that meets it. */
describe('every error', () => {
  const stages: Stage[] = [];
  const start: Start = async (options) => {
    const stage = await startStage(options);
    stages.push(stage);
    return stage;
  };
  afterEach(async () => {
    for (const { service } of stages.splice(0)) await service.close();
  });

  const expectError = ({ status, json, headers, text }: Answer, code: string): void => {
    expect([status, textAt(json, 'error.code')], text).to.deep.equal([statuses.get(code), code]);
    expect(textAt(json, 'error.message')).to.match(/^[A-Z`].*\.$/);
    expect(textAt(json, 'error.request_id')).to.equal(headers['x-request-id']);
    const faults = stages.flatMap(({ service }) => service.faults.splice(0));
    expect(faults).to.have.length(code === 'internal' ? 1 : 0);
  };

  for (const [kind, drive] of Object.entries(kinds)) {
    if (typeof drive === 'string') {
      it(`is met: ${kind} by ${drive}`, () => {
        expect(existsSync(new URL(`../${drive}`, import.meta.url))).to.equal(true);
      });
    } else {
      it(`is met: ${kind}`, async () => expectError(await drive(start), kind));
    }
  }

  for (const [code, drives] of Object.entries(reasonsByCode)) {
    for (const [reason, drive] of Object.entries(drives)) {
      it(`is met: ${code} because of ${reason}`, async () => {
        const answer = await drive(start);
        expectError(answer, code);
        expect(valueAt(answer.json, 'error.details.reason')).to.equal(reason);
      });
    }
  }

  it('is met: forbidden without a reason in the details, and with a sentence for each', async () => {
    const sentences = new Set<string>();
    const drives = Object.values(unexplainedRefusals);
    for (const drive of drives) {
      const answer = await drive(start);
      expectError(answer, 'forbidden');
      expect(valueAt(answer.json, 'error.details')).to.equal(undefined);
      sentences.add(textAt(answer.json, 'error.message'));
    }
    expect(sentences.size).to.equal(drives.length);
  });
});
