import type { Organization } from '@svc/core';
import { createMemoryUnitOfWork } from '@svc/core/memory';
import { trusted } from '@svc/core/model';
import { expect } from 'chai';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ok } from 'neverthrow';
import { warnOfUnknownFiles } from '../../src/adapters/warn-of-unknown-files.js';

describe('files of which the database may know nothing', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'svc-files-'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const warningsOf = async (unitOfWork = createMemoryUnitOfWork()): Promise<unknown[]> => {
    const warned: unknown[] = [];
    await warnOfUnknownFiles(root, unitOfWork, { warn: (facts: unknown) => void warned.push(facts) });
    return warned;
  };

  it('are told where it has no organization', async () => {
    mkdirSync(join(root, 'repositories', 'models'), { recursive: true });
    expect(await warningsOf()).to.deep.equal([{ files: join(root, 'repositories') }]);
  });

  it('are not told where it has one', async () => {
    mkdirSync(join(root, 'repositories', 'models'), { recursive: true });
    const unitOfWork = createMemoryUnitOfWork();
    const organization: Organization = {
      id: trusted<Organization['id']>('0198c0de-0000-7000-8000-000000000001'),
      name: 'Acme',
      slug: trusted<Organization['slug']>('acme'),
      planId: 'free',
      hasByosAddOn: false,
      deduplicate: undefined,
      createdAt: 1,
    };
    const added = await unitOfWork.transact(async ({ organizations }) => ok(await organizations.add(organization)));
    expect(added.isOk()).to.equal(true);
    expect(await warningsOf(unitOfWork)).to.deep.equal([]);
  });

  it('are not told where there are none', async () => {
    expect(await warningsOf()).to.deep.equal([]);
    mkdirSync(join(root, 'repositories'));
    expect(await warningsOf()).to.deep.equal([]);
  });
});
