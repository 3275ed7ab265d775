import { isIP } from 'node:net';

export interface BucketPlace {
  /** Undefined: that of AWS for the region. */
  readonly endpoint?: string | undefined;
  readonly region: string;
  readonly bucket: string;
  /** Whether the bucket is named in the path rather than in the host. */
  readonly pathStyle?: boolean | undefined;
}

export interface BucketUrl {
  /** Of the server, without the bucket. */
  readonly endpoint: string;
  readonly pathStyle: boolean;
  /** `https://host[:port]`, with the bucket's name in the host unless `pathStyle`. */
  readonly origin: string;
  /** As the `Host` field has it. */
  readonly host: string;
  /** What the path of an object's URL begins with, `/` at its end. */
  readonly path: string;
}

/** Names that fit into a host and below a certificate's wildcard. */
const hostLabel = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/;

const awsEndpoint = (region: string): string => `https://s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;

/** Where a bucket's objects are. A name that fits into no host, and a server that is known by its address alone, have the bucket in the path. */
export const bucketUrl = ({ endpoint: given, region, bucket, pathStyle: asked = false }: BucketPlace): BucketUrl => {
  const endpoint = given ?? awsEndpoint(region);
  const url = new URL(endpoint);
  const pathStyle = asked || !hostLabel.test(bucket) || isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0;
  const basePath = url.pathname.endsWith('/') ? url.pathname : `${url.pathname}/`;
  const host = pathStyle ? url.host : `${bucket}.${url.host}`;
  return {
    endpoint,
    pathStyle,
    host,
    origin: `${url.protocol}//${host}`,
    path: pathStyle ? `${basePath}${percentEncoded(bucket)}/` : basePath,
  };
};

const unreserved = /^[A-Za-z0-9._~-]*$/;

/** As RFC 3986 has it and SigV4 demands: everything but the unreserved characters. */
export const percentEncoded = (text: string): string =>
  // Most texts need nothing, and a batch signs hundreds of them.
  unreserved.test(text)
    ? text
    : encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

const unreservedPath = /^[A-Za-z0-9._~/-]*$/;

/** The same for a key, whose slashes stay. */
export const encodedKey = (key: string): string =>
  unreservedPath.test(key) ? key : key.split('/').map(percentEncoded).join('/');
