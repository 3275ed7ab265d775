import type { S3Service } from '../s3-service.js';

/** What a store may say that is not so; each can be told alone. */
export const lies = [
  /** A wrong Content-MD5, x-amz-checksum-* or x-amz-content-sha256 is accepted, and a wrong x-amz-checksum-* is answered as if it were right. */
  'checksums',
  /** A signed Content-Length binds nothing. */
  'content_length',
  /** If-Match, If-None-Match and x-amz-copy-source-if-match are ignored, so that everything overwrites. */
  'preconditions',
  /** Every object has the same ETag. */
  'etag',
  /** A copy answers the checksum that was claimed for its source, or none. */
  'copy_checksum',
  /** A listing lacks the newest keys for two seconds. */
  'stale_listing',
] as const;
export type Lie = (typeof lies)[number];

export type Operation =
  | 'AbortMultipartUpload'
  | 'AssumeRole'
  | 'CompleteMultipartUpload'
  | 'CopyObject'
  | 'CreateBucket'
  | 'CreateMultipartUpload'
  | 'DeleteBucket'
  | 'DeleteObject'
  | 'DeleteObjects'
  | 'GetBucketLocation'
  | 'GetObject'
  | 'HeadBucket'
  | 'HeadObject'
  | 'ListMultipartUploads'
  | 'ListObjectsV2'
  | 'ListParts'
  | 'PutObject'
  | 'UploadPart'
  | 'UploadPartCopy';

/** What happens to requests instead of, or besides, what they ask for. */
export type Fault =
  /** Nothing listens any more; running connections are cut. Concerns all operations. */
  | { readonly kind: 'refuse' }
  /** The connection is reset as soon as the request's head is there. */
  | { readonly kind: 'reset' }
  /** Done as asked, but later. */
  | { readonly kind: 'slow'; readonly milliseconds: number }
  /** Never answered. */
  | { readonly kind: 'hang' }
  | { readonly kind: 'slow_down' }
  | { readonly kind: 'internal_error' }
  /** 403, as where a policy does not allow it. */
  | { readonly kind: 'access_denied' }
  /** 200 with an error inside, as S3 may answer a copy and the end of a multipart upload. */
  | { readonly kind: 'error_inside_ok' }
  /** 307 to the same path at another host. */
  | { readonly kind: 'redirect'; readonly origin: string }
  /** 200 with what is no XML. */
  | { readonly kind: 'garbage' }
  /** 200 with XML whose entities unfold to gigabytes. */
  | { readonly kind: 'entity_bomb' }
  /** 200 with a listing of that many bytes. */
  | { readonly kind: 'endless_listing'; readonly bytes: number }
  /** GetObject answers as many bytes as it should, but those of something else. */
  | { readonly kind: 'other_bytes' }
  /** GetObject declares all bytes, sends half of them and cuts the connection. */
  | { readonly kind: 'truncated_body' };

export interface FaultScope {
  /** Only these operations; without it, all. */
  readonly operations?: readonly Operation[];
  /** Only that many requests; without it, until `heal`. */
  readonly times?: number;
}

export interface AccessKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** A role that AssumeRole gives to a caller that knows its name and, where it has one, its external id. */
export interface Role {
  readonly roleArn: string;
  readonly externalId?: string;
}

export interface StandInOptions {
  /** `strict` does what S3 does; `lying` tells every lie. */
  readonly mode: 'strict' | 'lying';
  /** Only these, where `mode` is `lying`. */
  readonly lies?: readonly Lie[];
  /** Now, in milliseconds since 1970. */
  readonly clock?: () => number;
  /** The only region whose signatures are accepted; `us-east-1` if not said. */
  readonly region?: string;
  /** The host below which bucket names are host names; `localhost` if not said. */
  readonly domain?: string;
  /** Of every part but the last, in bytes; 5 MiB if not said, as S3 has it. */
  readonly minPartBytes?: number;
  readonly roles?: readonly Role[];
  /** Key and certificate in PEM; https then. */
  readonly tls?: { readonly key: string; readonly cert: string };
}

export interface StandIn extends S3Service {
  readonly port: number;
  /** Lets requests meet the fault from now on. Of several that fit, the one injected last is met. */
  inject(fault: Fault, scope?: FaultScope): Promise<void>;
  /** Takes all faults away. */
  heal(): Promise<void>;
  /** How many requests have come that were recognised as this operation, whatever was answered. */
  requests(operation: Operation): number;
  /** All of them. */
  totalRequests(): number;
  forgetRequests(): void;
  newKey(): AccessKey;
  /** From now on the key's signatures, and those of sessions that were opened with it, are refused. */
  revokeKey(accessKeyId: string): void;
  /** Ends the server and removes what it keeps. */
  stop(): Promise<void>;
}
