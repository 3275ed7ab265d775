import {
  type CheckOutcome,
  type ConnectionHealth,
  connectionChecks,
  connectionFaults,
  DAY_MS,
  type DeletedRepository,
  MINUTE_MS,
  namespaceOf,
  type RepositoryId,
  type StorageConnection,
  type StorageConnectionId,
  trusted,
} from '@svc/core/model';
import { expect } from 'chai';
import { aRepository, builtAt, uniqueId } from './builders.js';
import { aConnection, aHealth } from './connection-builders.js';
import { expectPaging } from './expect-paging.js';
import { ask, commit, together, type UnitOfWorkCase, type UnitOfWorkHarness } from './harness.js';
import { storedConnection, storedOrganization, storedRepository } from './stored.js';

const find = (harness: UnitOfWorkHarness, { organizationId, id }: StorageConnection) =>
  ask(harness, (queries) => queries.connections.find(organizationId, id));

const failedWith = (fault: (typeof connectionFaults)[number]): ConnectionHealth =>
  aHealth({
    isHealthy: false,
    checks: connectionChecks.map((check, at): CheckOutcome => {
      if (at === 0) return { check, outcome: 'passed' };
      return at === 1 ? { check, outcome: 'failed', fault } : { check, outcome: 'skipped' };
    }),
    capabilities: { checksumEnforced: false, createOnce: true, copyComputesSha256: false },
  });

const usedBy = async (harness: UnitOfWorkHarness, { id, organizationId }: StorageConnection) =>
  storedRepository(harness, { organizationId, storageMode: 'byos', storageConnectionId: id });

const ahead = DAY_MS + MINUTE_MS;

export const connectionCases: readonly UnitOfWorkCase[] = [
  {
    title: 'a connection comes back as it was added: with keys, with a role, and without what may be left out',
    run: async (harness) => {
      const { id: organizationId } = await storedOrganization(harness);
      const bare = {
        endpoint: undefined,
        prefix: '',
        kmsKeyId: undefined,
        storageClass: undefined,
        pathStyle: false,
        tlsVerify: true,
      };
      const { address } = aConnection(organizationId);
      const connections = [
        await storedConnection(harness, { organizationId }),
        await storedConnection(harness, {
          organizationId,
          scope: 'repository',
          address: { ...address, ...bare, provider: 'aws_s3' },
          access: { method: 'assume_role', roleArn: 'arn:aws:iam::123456789012:role/svc', externalId: 'e'.repeat(40) },
          health: aHealth({ isHealthy: false, checks: [] }),
        }),
      ];
      for (const connection of connections) {
        expect(await find(harness, connection)).to.deep.equal(connection);
        expect(await ask(harness, (queries) => queries.connections.findForRouting(connection.id))).to.deep.equal(connection);
      }
    },
  },
  {
    title: 'every outcome of every check is kept',
    run: async (harness) => {
      const connection = await storedConnection(harness);
      for (const fault of connectionFaults) {
        const health = failedWith(fault);
        await commit(harness, (records) => records.connections.recordHealth(connection.id, connection.revision, health));
        expect(await find(harness, connection)).to.deep.equal({ ...connection, health });
      }
    },
  },
  {
    title: "an organization's connections are its own: listed newest first, counted, found by nobody else",
    run: async (harness) => {
      const { id: organizationId } = await storedOrganization(harness);
      const connections = [];
      for (const age of [0, 1, 1, 1, 2, 1000, builtAt]) {
        connections.push(await storedConnection(harness, { organizationId, createdAt: builtAt - age }));
      }
      const theirs = await storedConnection(harness);
      const newestFirst = connections.toSorted(
        (left, right) => right.createdAt - left.createdAt || (left.id < right.id ? -1 : 1),
      );
      await expectPaging((page) => ask(harness, (queries) => queries.connections.list(organizationId, page)), newestFirst);
      await ask(harness, async (queries) => {
        expect(await queries.connections.count(organizationId)).to.equal(connections.length);
        expect(await queries.connections.find(organizationId, theirs.id)).to.equal(undefined);
        const unknown = trusted<StorageConnectionId>(uniqueId());
        expect(await queries.connections.find(organizationId, unknown)).to.equal(undefined);
        expect(await queries.connections.findForRouting(unknown)).to.equal(undefined);
      });
    },
  },
  {
    title: 'a change takes the place of the revision before it, and of no other',
    run: async (harness) => {
      const connection = await storedConnection(harness);
      const changed: StorageConnection = {
        ...connection,
        name: 'Renamed',
        scope: 'repository',
        address: { ...connection.address, provider: 'aws_s3', endpoint: undefined, tlsVerify: true, storageClass: undefined },
        access: { method: 'assume_role', roleArn: 'arn:aws:iam::123456789012:role/svc', externalId: 'f'.repeat(40) },
        health: failedWith('timeout'),
        revision: 2,
        updatedAt: builtAt + 5,
      };
      const replace = (next: StorageConnection) => commit(harness, (records) => records.connections.replace(next));
      expect(await replace({ ...changed, revision: 3 })).to.equal(false);
      expect(await find(harness, connection)).to.deep.equal(connection);
      expect(await replace(changed)).to.equal(true);
      expect(await find(harness, connection)).to.deep.equal(changed);
      expect(await replace(changed), 'again').to.equal(false);
      expect(await replace({ ...changed, id: trusted<StorageConnectionId>(uniqueId()) })).to.equal(false);
      const { id: otherId } = await storedOrganization(harness);
      expect(await replace({ ...changed, revision: 3, organizationId: otherId }), 'of another organization').to.equal(false);
    },
  },
  {
    title: 'of 50 changes of one revision at once one is written',
    run: async (harness) => {
      const connection = await storedConnection(harness);
      const outcomes = await together(50, (index) =>
        commit(harness, (records) => records.connections.replace({ ...connection, name: `name ${index}`, revision: 2 })),
      );
      expect(outcomes.filter(Boolean)).to.have.length(1);
      expect((await find(harness, connection))?.name).to.equal(`name ${outcomes.indexOf(true)}`);
    },
  },
  {
    title: 'health is recorded for the revision that was checked alone, which it keeps',
    run: async (harness) => {
      const connection = await storedConnection(harness);
      const health = aHealth({ checkedAt: builtAt + 9, isHealthy: false });
      const record = (revision: number, id = connection.id) =>
        commit(harness, (records) => records.connections.recordHealth(id, revision, health));
      expect(await record(2)).to.equal(false);
      expect(await record(1, trusted<StorageConnectionId>(uniqueId()))).to.equal(false);
      expect(await find(harness, connection)).to.deep.equal(connection);
      expect(await record(1)).to.equal(true);
      expect(await find(harness, connection)).to.deep.equal({ ...connection, health });
    },
  },
  {
    title: 'a connection is removed once, by its own organization, while no repository uses it',
    run: async (harness) => {
      const connection = await storedConnection(harness);
      const { id: otherId } = await storedOrganization(harness);
      const remove = (organizationId = connection.organizationId) =>
        commit(harness, (records) => records.connections.remove(organizationId, connection.id));
      const isUsed = () => ask(harness, (queries) => queries.connections.isUsed(connection.id));
      await usedBy(harness, await storedConnection(harness));
      expect(await isUsed()).to.equal(false);
      const repository = await usedBy(harness, connection);
      expect(await isUsed()).to.equal(true);
      expect(await remove()).to.equal('in_use');
      expect(await find(harness, connection)).to.deep.equal(connection);
      await commit(harness, (records) => records.repositories.remove(repository.id));
      expect(await isUsed()).to.equal(false);
      expect(await remove(otherId)).to.equal('missing');
      expect(await remove()).to.equal('removed');
      expect(await remove()).to.equal('missing');
      expect(await find(harness, connection)).to.equal(undefined);
    },
  },
  {
    title: 'what was checked longest ago is listed first, up to the instant and to the limit',
    run: async (harness) => {
      const checkedAt = (at: number) => storedConnection(harness, { health: aHealth({ checkedAt: builtAt + at }) });
      const [third, first, other] = [await checkedAt(3), await checkedAt(1), await checkedAt(4)];
      const address = { ...other.address, pathStyle: !other.address.pathStyle, tlsVerify: !other.address.tlsVerify };
      const second = await storedConnection(harness, { address, health: aHealth({ checkedAt: builtAt + 2, isHealthy: false }) });
      const list = (at: number, limit: number) =>
        ask(harness, (queries) => queries.connections.listUnchecked(builtAt + at, builtAt + at + ahead, limit));
      expect(await list(0, 10)).to.deep.equal([]);
      expect(await list(3, 10)).to.deep.equal([first, second, third]);
      expect(await list(3, 2)).to.deep.equal([first, second]);
    },
  },
  {
    title: 'what was checked after the time from which on the clock was set back is listed too, behind the others',
    run: async (harness) => {
      const checkedAt = (at: number) => storedConnection(harness, { health: aHealth({ checkedAt: builtAt + at }) });
      const [last, first] = [await checkedAt(ahead + 7), await checkedAt(ahead + 6)];
      await checkedAt(ahead + 5);
      const list = (at: number, limit: number) =>
        ask(harness, (queries) => queries.connections.listUnchecked(builtAt + at, builtAt + at + ahead, limit));
      expect(await list(5, 9)).to.deep.equal([first, last]);
      expect(await list(5, 1)).to.deep.equal([first]);
      const unchecked = await checkedAt(5);
      expect(await list(5, 9)).to.deep.equal([unchecked, first, last]);
      expect(await list(5, 2)).to.deep.equal([unchecked, first]);
      expect(await list(5, 1)).to.deep.equal([unchecked]);
    },
  },
  {
    title: 'connections go with their organization',
    run: async (harness) => {
      const connection = await storedConnection(harness);
      const other = await storedConnection(harness);
      await commit(harness, (records) => records.organizations.remove(connection.organizationId));
      expect(await ask(harness, (queries) => queries.connections.findForRouting(connection.id))).to.equal(undefined);
      expect(await find(harness, other)).to.deep.equal(other);
    },
  },
  {
    title:
      'a connection that deleted repositories need is found for routing alone, from its removal until the last of them is forgotten',
    run: async (harness) => {
      const [removed, withOrganization] = [await storedConnection(harness), await storedConnection(harness)];
      const connections = [removed, withOrganization];
      const leave = async ({ id, organizationId }: StorageConnection): Promise<DeletedRepository> => {
        const repositoryId = trusted<RepositoryId>(uniqueId());
        const namespace = namespaceOf(repositoryId, id);
        const times = { deletedAt: builtAt, dueAt: builtAt, failingSince: undefined };
        const left: DeletedRepository = { repositoryId, organizationId, namespace, storageMode: 'byos', bytes: 1, ...times };
        await commit(harness, ({ repositories }) => repositories.addDeleted(left));
        return left;
      };
      const left = [...(await Promise.all(connections.map(leave))), await leave(removed)];
      expect(await ask(harness, (queries) => queries.connections.isUsed(removed.id))).to.equal(true);
      expect(await commit(harness, (records) => records.connections.remove(removed.organizationId, removed.id))).to.equal(
        'removed',
      );
      await commit(harness, async (records) => {
        await records.connections.removeAll(withOrganization.organizationId);
        await records.organizations.remove(withOrganization.organizationId);
      });
      const route = ({ id }: StorageConnection) => ask(harness, (queries) => queries.connections.findForRouting(id));
      for (const connection of connections) {
        expect(await route(connection)).to.deep.equal(connection);
        expect(await find(harness, connection)).to.equal(undefined);
        const { organizationId } = connection;
        await ask(harness, async (queries) => {
          expect(await queries.connections.count(organizationId)).to.equal(0);
          expect((await queries.connections.list(organizationId, { limit: 9 })).items).to.deep.equal([]);
          const unchecked = await queries.connections.listUnchecked(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 1000);
          expect(unchecked.map(({ id }) => id)).not.to.include(connection.id);
        });
      }
      const forget = (deleted: DeletedRepository | undefined) =>
        commit(harness, async (records) => {
          if (deleted !== undefined) await records.repositories.removeDeleted(deleted);
          for (const { id } of connections) await records.connections.forgetRetired(id);
        });
      await forget(undefined);
      expect(await route(withOrganization)).not.to.equal(undefined);
      await forget(left[0]);
      expect(await route(removed), 'another one needs it').not.to.equal(undefined);
      await forget(left[2]);
      expect(await route(removed)).to.equal(undefined);
      expect(await route(withOrganization)).not.to.equal(undefined);
      await forget(left[1]);
      expect(await route(withOrganization)).to.equal(undefined);
    },
  },
  {
    title: 'a repository remembers its connection, and an organization its add-on',
    run: async (harness) => {
      const organization = await storedOrganization(harness, { hasByosAddOn: true });
      const { id: storageConnectionId } = await storedConnection(harness, { organizationId: organization.id });
      const repository = aRepository(organization.id, { storageMode: 'byos', storageConnectionId });
      await commit(harness, (records) => records.repositories.add(repository));
      const findOrganization = () => ask(harness, (queries) => queries.organizations.find(organization.id));
      expect(await ask(harness, (queries) => queries.repositories.find(repository.id))).to.deep.equal(repository);
      expect(await findOrganization()).to.deep.equal(organization);
      const without = { ...organization, hasByosAddOn: false };
      await commit(harness, (records) => records.organizations.update(without));
      expect(await findOrganization()).to.deep.equal(without);
    },
  },
];
