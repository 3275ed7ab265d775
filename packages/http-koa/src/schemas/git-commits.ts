import { type GitSignature, type ShownCommit, subjectOf } from '@svc/core/model';
import { z } from 'zod';
import { timestamp, timestampOf } from './fields.js';

const signature = z.strictObject({ name: z.string(), email: z.string(), at: timestamp });

const signatureView = ({ name, email, at }: GitSignature): z.input<typeof signature> => ({
  name,
  email,
  at: timestampOf(at * 1000),
});

export const gitIdOut = z.string().meta({ description: 'Id of a Git object: SHA-1 or SHA-256 in lower-case hex' });

/** A commit in a list. */
export const commitSchema = z.strictObject({
  id: gitIdOut,
  subject: z.string().meta({ description: 'The first paragraph of the message, on one line' }),
  author: signature,
  committer: signature,
  parents: z.array(gitIdOut),
});

export const commitView = (commit: ShownCommit): z.input<typeof commitSchema> => ({
  id: commit.id,
  subject: subjectOf(commit),
  author: signatureView(commit.author),
  committer: signatureView(commit.committer),
  parents: [...commit.parents],
});

/** A commit by itself. */
export const wholeCommitSchema = commitSchema.extend({ message: z.string() });

export const wholeCommitView = (commit: ShownCommit): z.input<typeof wholeCommitSchema> => ({
  ...commitView(commit),
  message: commit.message,
});

export const lastCommitSchema = z.strictObject({ id: gitIdOut, subject: z.string(), author: signature, committed_at: timestamp });

export const lastCommitView = (commit: ShownCommit): z.input<typeof lastCommitSchema> => ({
  id: commit.id,
  subject: subjectOf(commit),
  author: signatureView(commit.author),
  committed_at: timestampOf(commit.committer.at * 1000),
});
