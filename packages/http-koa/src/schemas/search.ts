import {
  defaultSearchLimit,
  type FoundArtifact,
  maxSearchLimit,
  maxSearchQueryLength,
  type SearchResult,
  searchTypes,
} from '@svc/core/model';
import { z } from 'zod';
import { uuid } from './fields.js';
import { objectSchema, objectView } from './object.js';
import { organizationOfUserSchema, organizationOfUserView } from './organization.js';
import { integerParameter } from './parameters.js';
import { repositorySchema, repositoryView } from './repository.js';

/** Spec 4.2. */
export const searchQuery = z.object({
  q: z.string().min(1).max(maxSearchQueryLength).meta({
    description:
      'Beginnings of words, all of which must be found; of artifacts a part of the name or, of 4 or more hex digits, the beginning of the oid',
  }),
  type: z.enum(searchTypes).optional().meta({ description: 'The only kind to look for; the other lists are empty' }),
  limit: integerParameter({ minimum: 1, maximum: maxSearchLimit, default: defaultSearchLimit }),
});

const artifactSchema = objectSchema.extend({ repository_id: uuid });
const fileSchema = z.strictObject({ repository_id: uuid, path: z.string(), oid: z.string() });

export const searchReply = z.strictObject({
  query: z.string(),
  organizations: z.array(organizationOfUserSchema),
  repositories: z.array(repositorySchema),
  artifacts: z.array(artifactSchema),
  files: z.array(fileSchema).meta({ description: 'Always empty: no path of a Git index is searched' }),
});

const artifactView = (artifact: FoundArtifact): z.input<typeof artifactSchema> => ({
  ...objectView(artifact),
  repository_id: artifact.repositoryId,
});

export const searchView = (query: string, result: SearchResult): z.input<typeof searchReply> => ({
  query,
  organizations: result.organizations.map(organizationOfUserView),
  repositories: result.repositories.map(repositoryView),
  artifacts: result.artifacts.map(artifactView),
  files: result.files.map(({ repositoryId, path, oid }) => ({ repository_id: repositoryId, path, oid })),
});
