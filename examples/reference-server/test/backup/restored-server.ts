import { expect } from 'chai';
import { createApiClient } from '../client/api-client.js';
import { createRepositoryClient } from '../client/repository-client.js';
import { readDatabase } from '../crash/database-facts.js';
import type { BackupStack } from './backup-stack.js';

/** Holds for a server whose database and storage were restored: a check of every byte finds nothing, all of this is there, and whatever it shows can be downloaded and is what it is called. */
export const expectRestored = async (
  stack: BackupStack,
  { repositoryId, organizationId }: { readonly repositoryId: string; readonly organizationId: string },
  acknowledged: ReadonlyMap<string, number>,
): Promise<number> => {
  const checked = await stack.command('fsck', '--read-data');
  expect(checked.code, checked.stdout + checked.stderr).to.equal(0);
  const server = await stack.serve();
  const api = createApiClient(server.baseUrl, server.adminToken);
  try {
    const repository = createRepositoryClient(api, repositoryId, organizationId);
    const shown = new Map((await repository.objects()).map(({ oid, size }) => [oid, size]));
    for (const [oid, size] of acknowledged) expect(shown.get(oid), `acknowledged object ${oid}`).to.equal(size);
    for (const [oid, size] of shown) await repository.expectDownload({ oid, size });
    const { facts } = await readDatabase(stack.place);
    expect(facts.ledgerBytes, 'the sum of the ledger').to.equal(facts.usedBytes);
    expect(facts.countedBytes, 'what the repositories occupy').to.equal(facts.usedBytes);
    expect(facts.reservedBytes, 'bytes reserved for uploads that cannot go on').to.equal(0);
    expect(facts.openSessions, 'sessions that cannot go on').to.equal(0);
    return shown.size;
  } finally {
    api.close();
    await server.close();
  }
};
