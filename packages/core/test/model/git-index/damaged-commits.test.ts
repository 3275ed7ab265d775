import { seeded } from '@svc/conformance';
import { rounds } from '@svc/test-services/rounds';
import { expect } from 'chai';
import { isGitId } from '../../../src/model/git-index/git-id.js';
import { maxSignatureTextLength } from '../../../src/model/git-index/git-signature.js';
import {
  commitProblems,
  type GitCommit,
  maxGitMessageBytes,
  maxGitParents,
  parseCommit,
} from '../../../src/model/git-index/parse-commit.js';
import { editTextLength, mutations } from '../../formats/packs/mutations.js';

const inputs = rounds({ property: 'a damaged commit gives a commit or a named error', test: 5_000, proof: 500_000 });

const files = [
  `tree ${'a'.repeat(40)}\nparent ${'b'.repeat(40)}\nparent ${'c'.repeat(40)}\nauthor A <a@b> 100 +0100\ncommitter C <c@d> 200 -0230\n\nsaid\n`,
  `tree ${'a'.repeat(40)}\nauthor  <> -1 +9999\nencoding ISO-8859-1\ngpgsig -----BEGIN\n x\n -----END\n\n\n  \n caf\u00e9\n`,
  `tree ${'a'.repeat(40)}\nauthor ${'n'.repeat(maxSignatureTextLength)}\u{1f600} <x> 1e9 +1\nencoding utf-16\n\n${'\u{1f600}'.repeat(40)}`,
].map((text) => new TextEncoder().encode(text));
const kinds = Object.values(mutations);
const known: ReadonlySet<string> = new Set(commitProblems);

/** What is told is of the form that the service keeps. */
const isSound = ({ tree, parents, author, committer, message }: GitCommit): boolean =>
  isGitId(tree, 'sha1') &&
  parents.length <= maxGitParents &&
  parents.every((parent) => isGitId(parent, 'sha1')) &&
  message.length <= maxGitMessageBytes &&
  [author, committer].every(
    ({ name, email, at, offsetMinutes }) =>
      Math.max(name.length, email.length) <= maxSignatureTextLength &&
      Number.isSafeInteger(at) &&
      Math.abs(offsetMinutes) < 24 * 60 &&
      [name, email].every((text) => !/\p{Surrogate}/u.test(text)),
  );

describe('a damaged commit', () => {
  const property = seeded<undefined>(`gives ${inputs} times a commit or a named error`, async (_, random) => {
    let read = 0;
    for (let input = 0; input < inputs; input += 1) {
      const bytes = random.pick(kinds)(random, { files, editLength: editTextLength }, random.pick(files));
      const commit = parseCommit(bytes, 'sha1');
      if (commit.isOk()) read += 1;
      if (commit.isOk() ? !isSound(commit.value) : !known.has(commit.error)) expect.fail(new TextDecoder().decode(bytes));
    }
    expect(read).to.be.greaterThan(inputs / 20);
  });
  it(property.title, () => property.run(undefined));
});
