import { type GitPath, type IndexSessionId, trusted, type GitId, type RepositoryId } from '@svc/core/model';
import type { Queries } from '@svc/core/ports';
import { openPostgresDatabase, type PostgresDatabase } from '@svc/persistence-postgres';
import { newDatabase, type TestDatabase } from '@svc/test-services/postgres';
import { expect } from 'chai';
import { connectOutside, type Outside } from './rigs/outside.js';

const repositoryId = trusted<RepositoryId>('r');
const sessionId = trusted<IndexSessionId>('s');
const commitId = trusted<GitId>('0'.repeat(40));
const path = trusted<GitPath>('a');

interface Case {
  readonly ask: (queries: Queries) => Promise<unknown>;
  /** Of the plan; each is one of its lines. */
  readonly conditions: readonly RegExp[];
}

/** One commit that renames and puts two thousand files. */
const filling = `
  set session_replication_role = replica;
  insert into git_renames select 'r', 1, sha256(at::text::bytea), sha256(at::text::bytea), 50 from generate_series(1, 2000) as at;
  insert into git_uses select 'r', 1, 1, sha256(at::text::bytea) from generate_series(1, 2000) as at;
  insert into git_pending_folders select 's', decode('${commitId}', 'hex'), sha256(at::text::bytea) from generate_series(1, 2000) as at;
  analyze git_renames, git_uses, git_pending_folders;
  set enable_seqscan = off;
  set plan_cache_mode = force_generic_plan`;

describe('what stands in the indexes of PostgreSQL for the paths of Git', () => {
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

  const cases: Readonly<Record<string, Case>> = {
    'finds renames from a path': {
      ask: ({ gitIndex }) => gitIndex.findRenamesFrom(repositoryId, 1, [path, path], 9),
      conditions: [/^Index Cond: .*sha256\(from_path\) = /],
    },
    'finds renames to a path': {
      ask: ({ gitIndex }) => gitIndex.findRenamesTo(repositoryId, 1, [path, path], 9),
      conditions: [/^Index Cond: .*sha256\(to_path\) = /],
    },
    'leads to where a list of uses goes on, in order': {
      ask: ({ gitIndex }) => gitIndex.listUses(repositoryId, [1], { after: { commit: 1, path }, limit: 9 }),
      conditions: [/^Index Cond: .*substr\(path, 1, 2000\)\) >= /, /^Presorted Key: commit_number, \(substr\(path, 1, 2000\)\)$/],
    },
    'leads to where a list of folders goes on, in order': {
      ask: ({ gitIndex }) => gitIndex.listPendingFolders(sessionId, commitId, path, 9),
      conditions: [/^Index Cond: .*substr\(folder, 1, 2000\) >= /, /^Presorted Key: \(substr\(folder, 1, 2000\)\)$/],
    },
  };

  for (const [title, { ask, conditions }] of Object.entries(cases)) {
    it(title, async () => {
      texts.length = 0;
      expect((await opened.unitOfWork.read(ask)).isOk()).to.equal(true);
      const text = texts.find((statement) => statement.startsWith('select')) ?? '';
      await outside.query(`prepare asked as ${text}`);
      const nulls = [...text.matchAll(/\$\d+/g)].map(() => 'null');
      const plan = await outside.query<{ 'QUERY PLAN': string }>(`explain execute asked(${nulls.join(', ')})`);
      await outside.query('deallocate asked');
      const steps = plan.map((row) => row['QUERY PLAN'].trim());
      for (const condition of conditions) {
        const found = steps.filter((step) => condition.test(step));
        expect(found, steps.join('\n')).to.have.length(1);
      }
    });
  }
});
