import type { z } from 'zod';
import { lockSchema } from './lock.js';
import { objectSchema } from './object.js';
import { organizationOfUserSchema, organizationSchema } from './organization.js';
import { planSchema } from './plan.js';
import { repositoryMemberSchema, repositorySchema } from './repository.js';
import { storageConnectionSchema } from './storage-connection.js';
import { tokenSchema } from './token.js';
import { transferSchema } from './transfer.js';
import { uploadSessionSchema } from './upload.js';
import { userSchema } from './user.js';

/** The things of the API that have a name of their own in its description. */
export const components: Readonly<Record<string, z.core.$ZodType>> = {
  ApiToken: tokenSchema,
  Lock: lockSchema,
  Organization: organizationSchema,
  OrganizationOfUser: organizationOfUserSchema,
  Plan: planSchema,
  Repository: repositorySchema,
  RepositoryMember: repositoryMemberSchema,
  StorageConnection: storageConnectionSchema,
  StoredObject: objectSchema,
  Transfer: transferSchema,
  UploadSession: uploadSessionSchema,
  User: userSchema,
};
