import {
  type Activity,
  activityTypes,
  defaultActivityLimit,
  maxActivityLimit,
  maxActivitySkip,
  type RepositoryId,
  type UserId,
} from '@svc/core/model';
import { z } from 'zod';
import { timestamp, timestampOf, uuid } from './fields.js';
import { id } from './id.js';
import { integerParameter } from './parameters.js';

/** `data` is open: what it has depends on the type, and new keys may come. */
export const activitySchema = z.strictObject({
  id: z.string(),
  type: z.enum(activityTypes),
  actor: z.strictObject({ id: uuid, name: z.string() }).optional(),
  repository: z.strictObject({ id: uuid, slug: z.string() }).optional(),
  data: z.record(z.string(), z.union([z.string(), z.number()])),
  created_at: timestamp,
});

export const activityReply = z.strictObject({ activity: z.array(activitySchema) });

/** Spec 4.4. */
export const repositoryActivityQuery = z.object({
  limit: integerParameter({ minimum: 1, maximum: maxActivityLimit, default: defaultActivityLimit }),
  skip: integerParameter({ minimum: 0, maximum: maxActivitySkip, default: 0 }),
  type: z.enum(activityTypes).optional(),
  actor: id<UserId>().optional(),
});

export const activityQuery = repositoryActivityQuery.extend({ repo: id<RepositoryId>().optional() });

export const activityView = ({
  id: activityId,
  type,
  actor,
  repository,
  data,
  at,
}: Activity): z.input<typeof activitySchema> => ({
  id: activityId,
  type,
  actor,
  repository,
  data,
  created_at: timestampOf(at),
});
