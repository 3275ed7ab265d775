import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../.scripts/workspaces.mjs';

/** Words that this repository has replaced by the field's own, each with the word to use instead. */
const replaced = [
  [/\btickets?\b/i, 'uploadId'],
  [/\bparted|PartedUploads?\b/i, 'multipart, split'],
  [/\buploads? in parts\b/i, 'multipart upload'],
  [/\bmint[A-Z]\w*|\bmint(s|ed|ing)? (a |the )?(URLs?|parts?)\b/, 'presign'],
  [/\bhold(Repository|Organization)\b/, 'lockOrganizationOf, lockOrganization'],
  [/\bcreateHold\b|\beachHeld\b|\brunLeased\b/, 'createLease, forEachWhileLeased, withLease'],
  [
    /\bclaimTurn\b|\bdeliverTurn\b|\b(delivery|webhook) turns?\b|\bhas the turn\b|\bplans? the (next )?turns?\b/i,
    'delivery lease',
  ],
  [/\bhand(ing)?On(All)?\b|\bhand-on\b|\bfanOutEvents\b/, 'fanOut'],
  [/\bcreateGate\b/, 'createSemaphore'],
  [/\bin ?lanes\b.*\bround\b|\binLanes\b/, 'forEachConcurrent'],
  [/\bBreaker\b/, 'FailFast'],
  [/\bPoolOf\b|\bgiveBack\b/, 'BufferPool, release'],
  [/\bwithKeptBlobs\b|\bkept blobs\b/i, 'withHandleCache'],
  [/\bWorkshop\b/, 'FsContext'],
  [/\bPatience\b/, 'RequestTimeouts'],
  [/\b(Command|Retry)Means\b/, 'CommandDependencies, RetryDependencies'],
  [/\bunheeded/i, 'unsupportedHeader'],
  [/\bhasSoundStrings\b/, 'isWellFormedJson'],
  [/\brefuseUnread\b/, 'handleClientErrors'],
  [/\bsettle(TreeFile|LfsObject)\b/, 'reconcileTreeFile, verifyAndRegister'],
  [/\b(un)?proven\b|\bprove(Next|Object|Pack|Chunks)\b|\b(start|waking)?Provers?\b/i, 'verified, verify, verifier'],
  [/\bproofs\b|\bproofs? (ahead|of (an? |the )?(objects?|packs?|chunks?|bytes))\b|\bproof (put off|failed)\b/i, 'verification'],
  [/\bWeighedRepository\b|\bPlacedEntry\b|\binterface Waiting\b/, 'RepositorySize, LedgerPage, Backlog'],
  [/\bvouchedUser\b|\bInvitationGift\b/, 'verifiedUser, InvitationGrant'],
  [/x-permission-of-some-bodies/, 'x-additional-permissions'],
  [/\b(put|puts|putting) ((the |their |its |an object's )?(bytes|room|storage) )?aside\b/i, 'reserve'],
  [/\bannounc(e|es|ing|ed)?( its| the)? (chunks?|sizes?)\b|\bannouncements?\b/i, 'declare'],
  [/there is no such thing/i, 'Not found.'],
  [/look through everything/i, 'diagnose'],
  [/\bwhoever\b/i, 'the actor: the client, an adapter, an operator'],
];

/** Changesets are history, and the hashes of migrations freeze their text. */
const isRead = (file) =>
  !file.startsWith('.changeset/') &&
  !file.startsWith('packages/persistence-sql/src/migrations/') &&
  !['package-lock.json', '.config/words.test.mjs'].includes(file);

const trackedFiles = () => execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);

/** Undefined for bytes that are no text, and for a tracked file that the working tree lacks. */
const textOf = (file) => {
  try {
    const bytes = readFileSync(join(root, file));
    return bytes.includes(0) ? undefined : bytes.toString('utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
};

/** Most files have none of the words, which one look tells. */
const anyWord = new RegExp(replaced.map(([word]) => `(?:${word.source})`).join('|'), 'i');

const findsIn = (name, text) =>
  replaced.flatMap(([word, instead]) => {
    const found = text.match(word);
    return found === null ? [] : [`${name}: "${found[0]}": use ${instead}`];
  });

describe('the words of the repository', () => {
  it("are the field's own", () => {
    const finds = trackedFiles()
      .filter(isRead)
      .flatMap((file) => {
        const text = textOf(file) ?? '';
        const lines = anyWord.test(text) ? text.split('\n') : [];
        return [...findsIn(file, file), ...lines.flatMap((line, at) => findsIn(`${file}:${at + 1}`, line))];
      });
    expect(finds).to.deep.equal([]);
  }).timeout(300_000);
});
