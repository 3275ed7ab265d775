import { createHash } from 'node:crypto';
import type { Oid } from '@svc/core';
import {
  type OrganizationId,
  type RepositoryId,
  type StorageNamespace,
  trusted,
  type UploadSession,
  type UploadSessionId,
  type UserId,
} from '@svc/core/model';
import type { Queries } from '@svc/core/ports';
import { openPostgresDatabase, type PostgresDatabase } from '@svc/persistence-postgres';
import { newDatabase, type TestDatabase } from '@svc/test-services/postgres';
import { expect } from 'chai';
import { connectOutside, type Outside } from './rigs/outside.js';

const repositoryId = trusted<RepositoryId>('r');
const oids = [trusted<Oid>(createHash('sha256').update('1').digest('hex'))];

const session: UploadSession = {
  id: trusted<UploadSessionId>('1'),
  kind: 'lfs',
  repositoryId,
  organizationId: trusted<OrganizationId>('o'),
  namespace: trusted<StorageNamespace>('n'),
  userId: trusted<UserId>('u'),
  expectedObjects: undefined,
  uploadedObjects: 0,
  uploadedBytes: 0,
  status: 'OPEN',
  generation: undefined,
  createdAt: 0,
  expiresAt: 9,
  activeAt: 0,
};

/** A few sessions of one repository, and very many objects of others, which have ended and stay. */
const filling = `
  set session_replication_role = replica;
  insert into upload_sessions (id, kind, repository_id, organization_id, namespace, user_id, uploaded_objects, uploaded_bytes, status, created_at, expires_at, is_swept)
    select at, 'lfs', case when at <= 200 then 'r' else 'other' end, 'o', 'n', 'u', 0, 0, case when at <= 200 then 'OPEN' else 'EXPIRED' end, 0, 9,
      case when at <= 200 then 0 else 1 end from generate_series(1, 1000) as at;
  insert into upload_objects (session_id, oid, size_bytes, reserved_bytes, state)
    select at / 20, sha256(at::text::bytea), 1, 1, 'AUTHORIZED' from generate_series(20, 20000) as at;
  analyze upload_sessions, upload_objects;
  set plan_cache_mode = force_generic_plan`;

describe('what sessions in PostgreSQL are asked for objects by', () => {
  let database: TestDatabase;
  let outside: Outside;
  let opened: PostgresDatabase;
  const texts: string[] = [];
  before(async () => {
    database = await newDatabase();
    opened = await openPostgresDatabase({ url: database.url, onStatement: (text) => void texts.push(text) });
    outside = await connectOutside(database.url);
    await outside.query(filling);
  });
  after(async () => {
    await opened.close();
    await outside.close();
    await database.drop();
  });

  const cases: Readonly<Record<string, (queries: Queries) => Promise<unknown>>> = {
    'finds what LFS sessions wait for': ({ uploads }) => uploads.findPendingLfs(repositoryId, oids, 1),
    'finds what sessions can still complete': ({ uploads }) => uploads.findExpected(repositoryId, oids),
    'finds what others need': ({ uploads }) => uploads.findNeeded(session, oids),
  };

  for (const [title, ask] of Object.entries(cases)) {
    it(`${title} by their keys, and not among the objects of all sessions that there ever were`, async () => {
      texts.length = 0;
      expect((await opened.unitOfWork.read(ask)).isOk()).to.equal(true);
      const text = texts.find((statement) => statement.includes('"upload_objects"')) ?? '';
      await outside.query(`prepare asked as ${text}`);
      const nulls = [...text.matchAll(/\$\d+/g)].map(() => 'null');
      const plan = await outside.query<{ 'QUERY PLAN': string }>(`explain execute asked(${nulls.join(', ')})`);
      await outside.query('deallocate asked');
      const steps = plan.map((row) => row['QUERY PLAN'].trim());
      expect(
        steps.filter((step) => /Seq Scan on upload_objects/.test(step)),
        steps.join('\n'),
      ).to.deep.equal([]);
      expect(
        steps.filter((step) => /upload_objects_key on upload_objects/.test(step)),
        steps.join('\n'),
      ).to.not.be.empty;
    });
  }
});
