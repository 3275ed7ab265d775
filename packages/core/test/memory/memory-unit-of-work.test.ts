import { runCases, unitOfWorkCases, type UnitOfWorkHarness } from '@svc/conformance';
import { createMemoryUnitOfWork, type TransactionMark } from '@svc/core/memory';
import { trusted } from '@svc/core/model';
import { expect } from 'chai';
import { ok, type Result } from 'neverthrow';
import { AsyncLocalStorage } from 'node:async_hooks';

/** One for all cases: Node spends time on each that was ever used, at every promise of the process. */
const transactionContext = new AsyncLocalStorage<TransactionMark>();

const makeHarness = async (): Promise<UnitOfWorkHarness> => {
  const unitOfWork = createMemoryUnitOfWork({ transactionContext });
  const { journal } = unitOfWork;
  return {
    unitOfWork,
    journal: async () => ({
      auditEvents: journal.auditEvents(),
      domainEvents: journal.domainEvents(),
      ledgerEntries: journal.ledgerEntries(),
    }),
    close: () => Promise.resolve(),
  };
};

describe('the unit of work in memory', () => {
  runCases(describe, it, unitOfWorkCases, makeHarness);

  it('answers frozen totals for organizations and repositories that are not there', async () => {
    const answers = await createMemoryUnitOfWork().read(async ({ usage, conversions }) => {
      const { managed, byos } = await usage.ofRepositories(trusted('none'));
      const [ofOrganization, ofRepository] = [
        await usage.ofOrganization(trusted('none')),
        await usage.ofRepository(trusted('none')),
      ];
      return [managed, byos, ofOrganization, ofRepository, await conversions.totals(trusted('none'))];
    });
    expect(answers.unwrapOr([]).map((answer) => Object.isFrozen(answer))).to.deep.equal([true, true, true, true, true]);
  });

  describe('without the help of the machine', () => {
    it('finds a nested transaction out before the first await of the outer one', async () => {
      const unitOfWork = createMemoryUnitOfWork();
      const outcome = await Promise.allSettled([
        unitOfWork.transact(async (): Promise<Result<void, never>> =>
          unitOfWork.transact(async (): Promise<Result<void, never>> => ok(undefined)).orElse(() => ok(undefined)),
        ),
      ]);
      expect(outcome[0].status).to.equal('rejected');
    });

    it('takes transactions that run beside each other for what they are', async () => {
      const unitOfWork = createMemoryUnitOfWork();
      const act = () => unitOfWork.transact(async (): Promise<Result<number, never>> => ok(1));
      const outcomes = await Promise.all([act(), act(), unitOfWork.read(() => Promise.resolve(1))]);
      expect(outcomes.map((outcome) => outcome.isOk() && outcome.value)).to.deep.equal([1, 1, 1]);
    });
  });
});
