import type { Organization } from '@svc/core';
import { type OrganizationOfUser, planIds, roles } from '@svc/core/model';
import { z } from 'zod';
import { deduplicate, displayName, slug, timestamp, timestampOf, uuid } from './fields.js';
import { nextCursor } from './parameters.js';

export const organizationSchema = z.strictObject({
  id: uuid,
  name: z.string(),
  slug: z.string(),
  plan_id: z.enum(planIds),
  deduplicate: deduplicate.optional(),
  created_at: timestamp,
});

export const organizationOfUserSchema = organizationSchema.extend({ role: z.enum(roles) });

export const organizationReply = z.strictObject({ organization: organizationSchema });
export const organizationsReply = z.strictObject({
  organizations: z.array(organizationOfUserSchema),
  next_cursor: nextCursor,
});

export const createOrganizationBody = z.strictObject({ name: displayName, slug: slug.optional() });
export const updateOrganizationBody = z.strictObject({
  name: displayName.optional(),
  slug: slug.optional(),
  deduplicate: deduplicate.nullable().optional(),
});

export const organizationView = ({ id, name, slug, planId, deduplicate: mode, createdAt }: Organization) => ({
  id,
  name,
  slug,
  plan_id: planId,
  deduplicate: mode,
  created_at: timestampOf(createdAt),
});

export const organizationOfUserView = ({ organization, role }: OrganizationOfUser) => ({
  ...organizationView(organization),
  role,
});
