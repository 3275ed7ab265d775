import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
import { type BucketAccess, type BucketAddress, SECOND_MS } from '@svc/core/model';
import { type CredentialsSource, forSdk, type S3Credentials } from '../credentials.js';
import { createBoundedHandler } from '../bounded-handler.js';
import { nonsense, S3Fault } from '../s3-fault.js';
import type { EgressAgents } from './egress.js';
import { sessionPolicy } from './session-policy.js';

export type RoleAccess = Extract<BucketAccess<string>, { readonly method: 'assume_role' }>;

/** The service's own keys, which roles of customers trust, and whose they are. */
export interface RoleBase {
  readonly credentials: CredentialsSource;
  /** The server that has given the keys, such as `https://s3.example.org`; AWS when absent. */
  readonly endpoint?: string | undefined;
}

export interface AssumedRole {
  readonly address: BucketAddress;
  readonly access: RoleAccess;
  readonly base: RoleBase;
  readonly agents: EgressAgents;
}

/** The longest session that a role may open which is itself assumed. URLs of a quarter of an hour are signed in its first part, and then by the next. */
const sessionSeconds = 3600;
/** What the customer sees in the logs of the account. */
const sessionName = 'svc';

const isAws = (endpoint: string): boolean => /(?:^|\.)amazonaws\.com(?:\.cn)?$/.test(new URL(endpoint).hostname);

/** Whether the bucket is where the keys are from. What is signed by them goes to no other server, whomever a customer names. */
const isAtBase = ({ endpoint }: BucketAddress, { endpoint: own }: RoleBase): boolean =>
  own === undefined
    ? endpoint === undefined || isAws(endpoint)
    : endpoint !== undefined && new URL(endpoint).origin === new URL(own).origin;

/**
 * Credentials of a customer's role, new at each call, for one bucket and prefix only. The external id is the service's own for this connection: by it the
 * customer's role knows for whom the service asks, so that nobody who names somebody else's role gets in.
 */
export const assumeRole = ({ address, access, base, agents }: AssumedRole): (() => Promise<S3Credentials>) => {
  if (!isAtBase(address, base)) return noRole;
  const client = new STSClient({
    region: address.region,
    // AWS has a token service of its own; servers that are made like S3 are their own.
    ...(base.endpoint === undefined ? {} : { endpoint: base.endpoint }),
    credentials: forSdk(base.credentials),
    maxAttempts: 2,
    requestHandler: createBoundedHandler({
      connectionTimeout: 2 * SECOND_MS,
      requestTimeout: 4 * SECOND_MS,
      throwOnRequestTimeout: true,
      httpAgent: agents.http,
      httpsAgent: agents.https,
    }),
  });
  return async () => {
    const { Credentials: given } = await client.send(
      new AssumeRoleCommand({
        RoleArn: access.roleArn,
        ExternalId: access.externalId,
        RoleSessionName: sessionName,
        DurationSeconds: sessionSeconds,
        Policy: sessionPolicy(address, access.roleArn),
      }),
    );
    const {
      AccessKeyId: accessKeyId,
      SecretAccessKey: secretAccessKey,
      SessionToken: sessionToken,
      Expiration: expiration,
    } = given ?? {};
    if (accessKeyId === undefined || secretAccessKey === undefined || sessionToken === undefined || expiration === undefined) {
      throw nonsense();
    }
    return { accessKeyId, secretAccessKey, sessionToken, expiration };
  };
};

/** For a service that has no credentials of its own there. */
export const noRole = (): Promise<S3Credentials> => Promise.reject(new S3Fault('unavailable', 'CredentialsProviderError'));
