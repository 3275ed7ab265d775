import { newBucket } from '../bucket.js';
import { bucketOf, type Perform, receiveDocument } from '../call.js';
import { S3Error } from '../s3-error.js';
import { headerOf } from '../s3-request.js';
import { s3Namespace, xmlDocument } from '../xml.js';

export const createBucket: Perform = async (call) => {
  const { world, request } = call;
  const name = request.bucket ?? '';
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name))
    throw new S3Error('InvalidBucketName', 'The specified bucket is not valid.');
  if (headerOf(request, 'content-length') !== undefined) await receiveDocument(call);
  if (world.buckets.has(name)) {
    throw new S3Error(
      'BucketAlreadyOwnedByYou',
      'Your previous request to create the named bucket succeeded and you already own it.',
    );
  }
  world.buckets.set(name, newBucket());
  return { status: 200, headers: { location: `/${name}` } };
};

export const headBucket: Perform = async (call) => {
  bucketOf(call);
  return { status: 200, headers: { 'x-amz-bucket-region': call.world.region } };
};

export const deleteBucket: Perform = async (call) => {
  if (!bucketOf(call).isEmpty()) throw new S3Error('BucketNotEmpty', 'The bucket you tried to delete is not empty');
  call.world.buckets.delete(call.request.bucket ?? '');
  return { status: 204 };
};

export const getBucketLocation: Perform = async (call) => {
  bucketOf(call);
  const { region } = call.world;
  const document = xmlDocument('LocationConstraint', [], s3Namespace);
  return { status: 200, body: region === 'us-east-1' ? document : document.replace('></', `>${region}</`) };
};
