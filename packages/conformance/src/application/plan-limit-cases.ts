import { type Application, createApplication, portableHasher } from '@svc/core';
import { GIB, type OrganizationId, type PlanId } from '@svc/core/model';
import { portableCodec } from '@svc/core/chunking';
import { createCountedRandom, createFixedClock, createMemoryBuckets, createMemorySecretBox } from '@svc/core/memory';
import { expect } from 'chai';
import { ok, type Result, type ResultAsync } from 'neverthrow';
import type { Case } from '../run-cases.js';
import { together } from '../unit-of-work/harness.js';
import type { ApplicationHarness } from './history.js';
import { valueOf } from './history-objects.js';

const racers = 200;
const places = 10;

/** So many checks of one organization's storage connections a process makes at a time. */
const checksOfProcess = 2;

const bucket = {
  endpoint: 'https://s3.svc.test',
  bucket: 'models',
  accessKeyId: 'AKID',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
} as const;

/** An organization of a plan, with its owner, and the service as one process after the other runs it. */
const organizationOf = async ({ unitOfWork, blobs }: ApplicationHarness, defaultPlan: PlanId) => {
  const baseUrl = 'https://svc.test';
  const linkKeys = [{ id: 'k1', secret: new Uint8Array(32).fill(1) }];
  const random = createCountedRandom();
  const connector = createMemoryBuckets({ baseUrl, linkKeys });
  connector.add(bucket);
  const newProcess = (): Application =>
    createApplication({
      unitOfWork,
      blobs,
      clock: createFixedClock(),
      random,
      hasher: portableHasher,
      codec: portableCodec(),
      identityProvider: undefined,
      connector,
      secretBox: createMemorySecretBox({ keys: linkKeys, random }),
      settings: { baseUrl, linkKeys, defaultPlan },
    });
  const application = newProcess();
  const email = 'owner@svc.test';
  valueOf(await application.operator.addUser({ email }));
  const { secret } = valueOf(await application.operator.createSession({ email, lifetimeMs: 3_600_000 }));
  const owner = valueOf(await application.authenticate(secret, { address: '192.0.2.1', userAgent: undefined }));
  const { id } = valueOf(await application.organizations.create(application.authorize.signedIn(owner), { name: 'Acme' }));
  return { application, newProcess, owner, id };
};

type Claim = Result<unknown, { readonly kind: string }>;

/** A caller that is told that the database is too busy asks again, as clients do. */
const tries = 5;
const raced = (claim: (at: number) => ResultAsync<unknown, { readonly kind: string }>): Promise<readonly Claim[]> =>
  together(racers, async (at) => {
    let answer = await claim(at);
    for (let again = 1; answer.isErr() && answer.error.kind === 'unavailable' && again < tries; again += 1) {
      answer = await claim(at);
    }
    return answer;
  });

const expectPlaces = (count: number, claims: readonly Claim[], refusal: object): void => {
  expect(claims.filter((claim) => claim.isOk())).to.have.length(count);
  const refused = claims.flatMap((claim) => (claim.isErr() ? [claim.error] : []));
  for (const error of refused) expect(error).to.deep.equal({ kind: 'quota_exceeded', ...refusal });
};

const cases: readonly Case<ApplicationHarness>[] = [
  {
    title: 'of 200 repositories that are made at once the plan lets ten be, exactly',
    run: async (harness) => {
      const { application, owner, id } = await organizationOf(harness, 'developer');
      const grant = valueOf(await application.authorize.organization(owner, id, 'repositories.create'));
      const claims = await raced((at) => application.repositories.create(grant, { name: `repository ${at}` }));
      expectPlaces(places, claims, { reason: 'max_repositories', limit: places, current: places });
    },
  },
  {
    title: 'of 200 tokens that are made at once the plan lets ten be, exactly',
    run: async (harness) => {
      const { application, owner, id } = await organizationOf(harness, 'developer');
      const grant = valueOf(await application.authorize.organization(owner, id, 'tokens.create'));
      const create = () => application.tokens.create(grant, { name: 'build', kind: 'PAT', scopes: ['org:read'] });
      for (let taken = 0; taken < 25 - places; taken += 1) valueOf(await create());
      const claims = await raced(create);
      expectPlaces(places, claims, { reason: 'max_tokens', limit: 25, current: 25 });
    },
  },
  {
    title: 'of 200 storage connections that are made at once, in many processes, the plan lets five be, exactly',
    run: async (harness) => {
      const { application, newProcess, owner, id } = await organizationOf(harness, 'team');
      const grant = valueOf(await application.authorize.organization(owner, id, 'storage.manage'));
      const { accessKeyId, secretAccessKey, ...place } = bucket;
      const processes = Array.from({ length: racers / checksOfProcess }, newProcess);
      const claims = await raced((at) =>
        (processes[at % processes.length] ?? application).storageConnections.create(grant, {
          name: `connection ${at}`,
          address: { provider: 'minio', ...place },
          access: { authMethod: 'access_keys', accessKeyId, secretAccessKey },
        }),
      );
      // No plan that counts them sells more.
      const limit = 5;
      expectPlaces(limit, claims, { reason: 'max_storage_connections', limit, current: limit });
      expect(valueOf(await harness.unitOfWork.read(({ connections }) => connections.count(id)))).to.equal(limit);
    },
  },
  {
    title: 'of 200 GiB that are reserved at once the plan lets ten be, exactly, and not a byte more',
    run: async (harness) => {
      const { unitOfWork } = harness;
      const { id } = await organizationOf(harness, 'free');
      const reserve = async (organizationId: OrganizationId, bytes: number): Promise<boolean> =>
        valueOf(
          await unitOfWork.transact(async ({ usage }): Promise<Result<boolean, never>> =>
            ok((await usage.reserve(organizationId, bytes, places * GIB)) !== undefined),
          ),
        );
      const claims = await together(racers, () => reserve(id, GIB));
      expect(claims.filter(Boolean)).to.have.length(places);
      expect(await reserve(id, 1)).to.equal(false);
      const { reservedBytes } = valueOf(await unitOfWork.read(({ usage }) => usage.ofOrganization(id)));
      expect(reservedBytes).to.equal(places * GIB);
    },
  },
];

/** What a plan allows holds to the last place, however many want it at once. */
export const planLimitCases: Readonly<Record<string, readonly Case<ApplicationHarness>[]>> = { 'limits of plans': cases };
