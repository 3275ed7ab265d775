import type { S3ClientConfig } from '@aws-sdk/client-s3';

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Of temporary credentials. */
  readonly sessionToken?: string | undefined;
  /** When temporary credentials end; no URL that they sign lives longer. */
  readonly expiration?: Date | undefined;
}

/** A function is asked again before what it has answered ends. */
export type CredentialsSource = S3Credentials | (() => Promise<S3Credentials>);

type SdkCredentials = Exclude<NonNullable<S3ClientConfig['credentials']>, (...parameters: never[]) => unknown>;

const withoutUndefined = ({ sessionToken, expiration, ...keys }: S3Credentials): SdkCredentials => ({
  ...keys,
  ...(sessionToken !== undefined && { sessionToken }),
  ...(expiration !== undefined && { expiration }),
});

/** As the SDK takes them: what is undefined is left out. */
export const forSdk = (source: CredentialsSource): SdkCredentials | (() => Promise<SdkCredentials>) =>
  typeof source === 'function' ? async () => withoutUndefined(await source()) : withoutUndefined(source);
