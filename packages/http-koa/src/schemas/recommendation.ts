import { type Recommendation, recommendationRules, severities } from '@svc/core/model';
import { z } from 'zod';
import { count, uuid } from './fields.js';

export const recommendationSchema = z.strictObject({
  id: z.string(),
  rule: z.enum(recommendationRules),
  severity: z.enum(severities),
  title: z.string(),
  detail: z.string(),
  repository_id: uuid.optional(),
  estimated_bytes: count.optional().meta({ description: 'What is at stake, where that can be said' }),
});

export const recommendationsReply = z.strictObject({ recommendations: z.array(recommendationSchema) });

export const recommendationView = (found: Recommendation): z.input<typeof recommendationSchema> => ({
  id: found.id,
  rule: found.rule,
  severity: found.severity,
  title: found.title,
  detail: found.detail,
  repository_id: found.repositoryId,
  estimated_bytes: found.estimatedBytes,
});
