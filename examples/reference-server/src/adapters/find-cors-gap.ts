import type { Unavailable } from '@svc/core/model';
import type { CorsGaps } from '@svc/storage-s3';
import type { ResultAsync } from 'neverthrow';
import type { S3Settings } from '../config/s3-settings.js';

/** What pages need of a bucket, as `docs/operations.md` shows it. */
const rulesFor = (origins: readonly string[]): string =>
  JSON.stringify({
    CORSRules: [
      {
        AllowedOrigins: origins,
        AllowedMethods: ['GET', 'HEAD', 'PUT'],
        AllowedHeaders: ['*'],
        ExposeHeaders: ['ETag', 'Content-Range', 'Accept-Ranges', 'Content-Length'],
        MaxAgeSeconds: 7200,
      },
    ],
  });

const described = ({ methods, hidden }: CorsGaps): string =>
  [
    ...(methods.length > 0 ? [`refuses ${methods.join(' and ')}`] : []),
    ...(hidden.length > 0 ? [`hides ${hidden.join(', ')}`] : []),
  ].join(' and ');

/** One line about the first of the origins that the bucket stands in the way of, with the command that lets all of them in; undefined when all is well, or nobody can tell. */
export const findCorsGap = async (
  { bucket, endpoint }: Pick<S3Settings, 'bucket' | 'endpoint'>,
  origins: readonly string[],
  check: (origin: string) => ResultAsync<CorsGaps, Unavailable>,
): Promise<string | undefined> => {
  for (const origin of origins) {
    const checked = await check(origin);
    if (checked.isErr()) return undefined;
    const gaps = described(checked.value);
    if (gaps === '') continue;
    const where = endpoint === undefined ? '' : ` --endpoint-url ${endpoint}`;
    return `the bucket ${bucket} ${gaps} for pages of ${origin} (CORS), so nothing can be previewed, downloaded or uploaded there; to let them in, in place of the rules that it has: aws s3api put-bucket-cors --bucket ${bucket}${where} --cors-configuration '${rulesFor(origins)}'`;
  }
  return undefined;
};
