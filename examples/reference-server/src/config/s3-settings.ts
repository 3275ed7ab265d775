import { accessKeyIdPattern, isObjectKey } from '@svc/core/model';
import { z } from 'zod';
import { httpUrl, yesOrNo } from './setting.js';

/** The bucket of the service's own. */
export interface S3Settings {
  /** Undefined: AWS itself. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly bucket: string;
  /** What all keys begin with, without slashes at its ends; empty for none. */
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Whether the bucket is named in the path of a URL, and not in its host. */
  readonly pathStyle: boolean;
}

export const s3Shape = {
  S3_ENDPOINT: httpUrl.optional(),
  S3_REGION: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,64}$/, 'must be the name of a region, such as eu-central-1')
    .optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$/, 'must be the name of a bucket')
    .optional(),
  S3_PREFIX: z
    .string()
    .transform((text) => text.replace(/^\/+|\/+$/g, ''))
    .refine(
      (prefix) => prefix === '' || (prefix.length <= 200 && isObjectKey(prefix)),
      'must be a path of letters, digits, dots, dashes and underscores',
    )
    .optional(),
  // It goes into a header as it is, and text that was copied may have something in it that nobody sees.
  S3_ACCESS_KEY_ID: z.string().regex(accessKeyIdPattern, 'must be up to 128 printable characters without spaces').optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_FORCE_PATH_STYLE: yesOrNo.optional(),
};

type GivenS3 = z.output<z.ZodObject<typeof s3Shape>>;

/** What is missing for `STORAGE=s3`. Where there is no endpoint of somebody else's, the region says which server of AWS it is. */
export const missingForS3 = (given: GivenS3): readonly (keyof GivenS3)[] => {
  const needed = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
  return [...needed, ...(given.S3_ENDPOINT === undefined ? (['S3_REGION'] as const) : [])].filter(
    (name) => given[name] === undefined,
  );
};

/** Servers other than AWS seldom have a name for each bucket, and seldom care about the region. */
export const s3SettingsOf = (given: GivenS3): S3Settings => ({
  endpoint: given.S3_ENDPOINT,
  region: given.S3_REGION ?? 'us-east-1',
  bucket: given.S3_BUCKET ?? '',
  prefix: given.S3_PREFIX ?? '',
  accessKeyId: given.S3_ACCESS_KEY_ID ?? '',
  secretAccessKey: given.S3_SECRET_ACCESS_KEY ?? '',
  pathStyle: given.S3_FORCE_PATH_STYLE ?? given.S3_ENDPOINT !== undefined,
});
