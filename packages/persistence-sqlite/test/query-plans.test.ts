import { join } from 'node:path';
import { unitOfWorkCases } from '@svc/conformance';
import { expect } from 'chai';
import { openLoggedDatabase } from './rigs/logged-database.js';
import { makeTemporaryFolder, type TemporaryFolder } from './temporary-folder.js';

/** What may be read from end to end: what came with the query itself, a part of a table that a subquery has cut out by an index, the organizations that wait, and the handful of schema steps. */
const mayScan = /^SCAN (?:json_each VIRTUAL TABLE|\d+-ROW VALUES CLAUSE|looked_at$|first$|given$|waiting$|migrations\b)/;

/**
 * For a new user SQLite plans to look for rows that have been waiting for this id, and skips it as long as none waits, which no transaction of the
 * records lets happen.
 */
const isNewUser = (text: string): boolean => text.startsWith('insert into "users"');

/** Columns that many rows share, of whomever they are. */
const ofEverybody = new Set([
  'status',
  'kind',
  'state',
  'is_pending',
  'expires_at',
  'ended_at',
  'due_at',
  'created_at',
  'occurred_at',
]);
/** Whose rows are asked for. */
const owners = ['repository_id', 'organization_id', 'session_id'];

interface Step {
  readonly text: string;
  readonly detail: string;
  /** Whether it is the last of a join of several: what is done for each combination of the rows of the others. */
  readonly isInnermost: boolean;
}

const isLoop = (detail: string): boolean => /^(?:SCAN|SEARCH) /.test(detail);

describe('the queries of the records', () => {
  let folder: TemporaryFolder;
  let steps: readonly Step[];
  let columnsOf: (table: string) => ReadonlySet<string>;
  let close: () => Promise<void>;

  before(async () => {
    folder = await makeTemporaryFolder();
    const texts = new Set<string>();
    const path = join(folder.path, 'svc.db');
    const { unitOfWork, connection, ...database } = await openLoggedDatabase(path, (statement) => void texts.add(statement));
    // What the cases check is checked elsewhere; here they make every query of the records.
    for (const { run } of Object.values(unitOfWorkCases).flat()) {
      await Promise.allSettled([
        run({ unitOfWork, journal: () => Promise.reject(new Error('unread')), close: () => Promise.resolve() }),
      ]);
    }
    expect(texts.size).to.be.greaterThan(80);
    steps = [...texts]
      .map((text) => text.trim())
      .filter((text) => /^(?:with|select|update|delete|insert)/.test(text) && !isNewUser(text))
      .flatMap((text) => {
        const plan = connection.prepare<unknown[], { parent: number; detail: string }>(`explain query plan ${text}`);
        const parameters = [...text.matchAll(/\?/g)].map(() => null);
        const planned = plan.all(...parameters);
        return planned.map((step) => {
          const joined = planned.filter(({ parent, detail }) => parent === step.parent && isLoop(detail));
          return { text, detail: step.detail, isInnermost: joined.length > 1 && joined.at(-1) === step };
        });
      });
    columnsOf = (table) =>
      new Set(
        connection
          .prepare<[string], { name: string }>('select name from pragma_table_info(?)')
          .all(table)
          .map(({ name }) => name),
      );
    close = database.close;
  });
  after(async () => {
    await close();
    await folder.remove();
  });

  it('find every row by an index, whatever the size of a table', () => {
    expect(steps.filter(({ detail }) => detail.startsWith('SCAN') && !mayScan.test(detail))).to.deep.equal([]);
  });

  it('look for what came with the query in a table, and not for each row of the table in what came', () => {
    expect(steps.filter(({ detail, isInnermost }) => isInnermost && detail.startsWith('SCAN json_each'))).to.deep.equal([]);
  });

  it('go on behind a place by the index, without what lies before it', () => {
    const twice = /[ (](\S+) > \? or (?:\(\1 = \? and )?\S+ > \?/;
    expect(steps.filter(({ text }) => twice.test(text)).map(({ text }) => text)).to.deep.equal([]);
  });

  it('go on among rows that share the number of a place by the index of the order, and not by the key of the table', () => {
    const isTie = /"(?:created_at|size_bytes|logical_bytes|removed_at)" = \?\)? and "(?:oid|name)" >=? \?/;
    const places = steps.filter(({ text }) => isTie.test(text)).map(({ detail }) => / INDEX (.*)$/.exec(detail)?.[1] ?? detail);
    expect(new Set(places)).to.deep.equal(
      new Set([
        'objects_by_age (repository_id=? AND created_at=? AND oid>?)',
        'objects_by_size (repository_id=? AND size_bytes=? AND oid>?)',
        'folders_by_size (repository_id=? AND parent=? AND logical_bytes=? AND name>?)',
        'quarantined_objects_removed (repository_id=? AND removed_at=? AND oid>?)',
      ]),
    );
    const both = /"(removed_at|logical_bytes|size_bytes)" <= \? and \("\1" < \? or /;
    expect(steps.filter(({ text }) => both.test(text)).map(({ text }) => text)).to.deep.equal([]);
  });

  it('find what was removed without what lies beside it for other reasons', () => {
    const places = steps.filter(({ text, detail }) => /^SEARCH quarantined_objects\b/.test(detail) && text.startsWith('select'));
    const indexesOf = (isOf: (text: string) => boolean): ReadonlySet<string> =>
      new Set(places.filter(({ text }) => isOf(text)).map(({ detail }) => / INDEX (\S+)/.exec(detail)?.[1] ?? 'the table'));
    expect([...indexesOf((text) => text.includes('order by "removed_at" desc'))]).to.deep.equal(['quarantined_objects_removed']);
    expect([...indexesOf((text) => text.includes('("removed_by" is null)'))]).to.deep.equal(['quarantined_objects_unasked']);
    expect([...indexesOf((text) => text.includes('"manifest_sha256" is not null'))]).to.deep.equal([
      'quarantined_objects_with_manifest',
    ]);
  });

  it('take out the folders that removed objects have left empty without a look at all others', () => {
    const places = steps.filter(({ text, detail }) => /^delete from "folders".*"objects" = \?/.test(text) && isLoop(detail));
    expect(new Set(places.map(({ detail }) => detail))).to.deep.equal(
      new Set([
        'SEARCH folders USING PRIMARY KEY (repository_id=? AND parent=? AND name=?)',
        'SCAN json_each VIRTUAL TABLE INDEX 1:',
      ]),
    );
  });

  it('look each mark of an unreachable object up, of however many objects there are', () => {
    const places = steps.filter(({ text, detail }) => text.includes('min(since)') && isLoop(detail));
    expect(places.map(({ detail }) => detail)).to.include.ordered.members([
      'SEARCH unreachable_objects USING PRIMARY KEY (repository_id=?)',
      'SEARCH objects USING PRIMARY KEY (repository_id=? AND oid=?)',
    ]);
  });

  it('count the open sessions, and pass over those that hold nothing back, in an index alone', () => {
    const open = steps.filter(({ text, detail }) => text.includes(`"status" = 'OPEN'`) && detail.includes(' upload_sessions '));
    const placesOf = (part: string) => new Set(open.filter(({ text }) => text.includes(part)).map(({ detail }) => detail));
    expect(placesOf('count(*)')).to.deep.equal(
      new Set(['SEARCH upload_sessions USING COVERING INDEX upload_sessions_open (expires_at>?)']),
    );
    expect(placesOf('"settling" < ?')).to.deep.equal(
      new Set(['SEARCH upload_sessions USING INDEX upload_sessions_open (expires_at<?)']),
    );
  });

  it('read none of the sessions of a repository that have ended and were swept, for these stay for good', () => {
    const ofRepository =
      /^SEARCH upload_sessions USING (?:COVERING )?INDEX \S+ \(repository_id=\?(?: AND (?:status>\?|status<\?))?\)$/;
    const many = steps.filter(({ text, detail }) => ofRepository.test(detail) && !text.includes('"is_swept" = 0'));
    expect(many).to.deep.equal([]);
  });

  it('read nothing of others to find what one repository, organization or session has', () => {
    const amongAll = steps.filter(({ text, detail }) => {
      const [, table = '', conditions = ''] = /^SEARCH (\S+) USING (?:COVERING )?INDEX \S+ \((.*)\)$/.exec(detail) ?? [];
      const constrained = [...conditions.matchAll(/(\w+)[=<>]/g)].map(([, column = '']) => column);
      if (constrained.length === 0 || !constrained.every((column) => ofEverybody.has(column))) return false;
      return owners.some((owner) => text.includes(`"${owner}" = ?`) && columnsOf(table).has(owner));
    });
    expect(amongAll).to.deep.equal([]);
  });
});
