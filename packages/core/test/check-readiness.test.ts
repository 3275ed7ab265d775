import { expect } from 'chai';
import { ok, ResultAsync } from 'neverthrow';
import { createApplication } from '../src/application.js';
import { createWorld } from './builders/world.js';

describe('the check of readiness', () => {
  it('is made once for all who ask while it is under way, and anew for the next', async () => {
    const world = createWorld();
    let checks = 0;
    const { unitOfWork } = world.ports;
    const check = () => {
      checks += 1;
      return new ResultAsync<void, never>(Promise.resolve(ok(undefined)));
    };
    const application = createApplication({ ...world.ports, unitOfWork: { ...unitOfWork, check } });
    const answers = await Promise.all(Array.from({ length: 10 }, () => application.checkReadiness()));
    expect(answers.every((answer) => answer.isOk())).to.equal(true);
    expect(checks).to.equal(1);
    expect((await application.checkReadiness()).isOk()).to.equal(true);
    expect(checks).to.equal(2);
  });
});
