export {
  type ApiError,
  describeApiError,
  type ErrorCode,
  type ErrorReason,
  isTransient,
  type OwnErrorCode,
  type RefusedPointer,
} from './api-error.js';
export type { Api, ApiAnswer, ApiCallOptions, ApiMethod, ApiPath, ApiRequest, ApiSchema } from './api-operations.js';
export type { CallOptions } from './caller.js';
export { type Client, type ClientOptions, createClient } from './client.js';
export type { BlockNamesOptions, DownloadPermission, DownloadsApi, OpenDownload, OpenOptions } from './downloads.js';
export type { FinalizedGitIndex, GitIndexApi, GitIndexBody, GitIndexState } from './git-index.js';
export type { LfsAction, LfsApi, LfsBatch, LfsBatchEntry, LfsBatchRequest } from './lfs.js';
export { createLfsEndpoint, type LfsEndpoint, type LfsEndpointOptions } from './lfs-endpoint.js';
export type { Declaration } from './declaration.js';
export type { Found, LookUp } from './look-up.js';
export type { RepositoriesApi, RepositoryInfo, RepositoryName, RepositoryUsage } from './repositories.js';
export type { NewMemory } from './read-body.js';
export { defaultRetryPolicy, type RetryDependencies, type RetryOptions, type RetryPolicy } from './retry.js';
export { parseBaseUrl } from './safe-url.js';
export { parseCredential } from './sender.js';
export { fetchTransport, type Method, type Transport, type TransportAnswer, type TransportRequest } from './transport.js';
export { type ByteRange, partsBytes } from './byte-parts.js';
export type { Finalized, GetOptions, GetRangesOptions, TreeApi, TreeFileBytes, TreeFileInfo, TreeFileRanges } from './tree.js';
export type { MultipartUpload, PartPermission, UploadPartsApi } from './upload-parts.js';
export type { FinishedUpload, NamedObject, UploadPermission, UploadsApi } from './uploads.js';
export type { BaseState, TransferKind, TransferStats, TreePath } from '@svc/core/model';
