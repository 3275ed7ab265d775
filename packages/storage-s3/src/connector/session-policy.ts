import type { BucketAddress } from '@svc/core/model';

/** `arn:aws:iam::...` and the like: Amazon's clouds for China and for governments name themselves in it. */
const partitionOf = (roleArn: string): string => roleArn.split(':')[1] ?? 'aws';

/**
 * What a session may do at most, whatever its role allows: what the store does, with the keys below the prefix. AWS grants the session what is both in here
 * and in the role.
 */
export const sessionPolicy = ({ bucket, prefix, region }: BucketAddress, roleArn: string): string => {
  const partition = partitionOf(roleArn);
  const bucketArn = `arn:${partition}:s3:::${bucket}`;
  const domain = partition === 'aws-cn' ? 'amazonaws.com.cn' : 'amazonaws.com';
  return JSON.stringify({
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Action: ['s3:GetObject', 's3:PutObject', 's3:DeleteObject', 's3:AbortMultipartUpload', 's3:ListMultipartUploadParts'],
        Resource: prefix === '' ? `${bucketArn}/*` : `${bucketArn}/${prefix}/*`,
      },
      {
        Effect: 'Allow',
        Action: ['s3:ListBucket', 's3:ListBucketMultipartUploads'],
        Resource: bucketArn,
        ...(prefix === '' ? {} : { Condition: { StringLike: { 's3:prefix': `${prefix}/*` } } }),
      },
      {
        // A bucket may encrypt by a key of its own, named in the connection or not; it is used through S3 alone.
        Effect: 'Allow',
        Action: ['kms:Decrypt', 'kms:GenerateDataKey'],
        Resource: '*',
        Condition: { StringEquals: { 'kms:ViaService': `s3.${region}.${domain}` } },
      },
    ],
  });
};
