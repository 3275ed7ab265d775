import type { z } from 'zod';
import { activitySchema } from './activity.js';
import { dashboardSchema } from './dashboard.js';
import { invoiceSchema } from './billing.js';
import { auditEventSchema } from './audit.js';
import { artifactSchema } from './artifact.js';
import { graphEdgeSchema } from './lineage.js';
import { lockSchema } from './lock.js';
import { notificationSchema } from './notification.js';
import { objectSchema } from './object.js';
import { organizationOfUserSchema, organizationSchema } from './organization.js';
import { planSchema } from './plan.js';
import { recommendationSchema } from './recommendation.js';
import { releaseSchema } from './release.js';
import { repositoryMemberSchema, repositorySchema } from './repository.js';
import { snapshotSchema } from './snapshot.js';
import { storageConnectionSchema } from './storage-connection.js';
import { storageGroupSchema } from './storage-group.js';
import { tokenSchema } from './token.js';
import { transferSchema } from './transfer.js';
import { uploadSessionSchema } from './upload.js';
import { organizationUsageSchema } from './usage.js';
import { userSchema } from './user.js';
import { deliverySchema, webhookSchema } from './webhook.js';

/** The things of the API that have a name of their own in its description. */
export const components: Readonly<Record<string, z.core.$ZodType>> = {
  Activity: activitySchema,
  ApiToken: tokenSchema,
  Dashboard: dashboardSchema,
  Invoice: invoiceSchema,
  AuditEvent: auditEventSchema,
  Artifact: artifactSchema,
  GraphEdge: graphEdgeSchema,
  Lock: lockSchema,
  Notification: notificationSchema,
  Organization: organizationSchema,
  OrganizationOfUser: organizationOfUserSchema,
  OrganizationUsage: organizationUsageSchema,
  Plan: planSchema,
  Recommendation: recommendationSchema,
  Release: releaseSchema,
  Repository: repositorySchema,
  RepositoryMember: repositoryMemberSchema,
  Snapshot: snapshotSchema,
  StorageConnection: storageConnectionSchema,
  StorageGroup: storageGroupSchema,
  StoredObject: objectSchema,
  Transfer: transferSchema,
  UploadSession: uploadSessionSchema,
  User: userSchema,
  Webhook: webhookSchema,
  WebhookDelivery: deliverySchema,
};
