import { text } from 'node:stream/consumers';
import { authenticate } from '../authenticate.js';
import type { Reply } from '../call.js';
import { S3Error } from '../s3-error.js';
import { parseQuery, type S3Request } from '../s3-request.js';
import { sha256Hex } from '../sigv4.js';
import type { World } from '../world.js';
import { xmlDocument } from '../xml.js';

const namespace = 'https://sts.amazonaws.com/doc/2011-06-15/';
const [minSeconds, maxSeconds, usualSeconds] = [900, 43_200, 3600];

/** The form of a request to the token service, which lives at the server's root. */
export interface TokenRequest {
  readonly request: S3Request;
  readonly body: string;
}

export const tokenRequestOf = async (request: S3Request): Promise<TokenRequest> => ({ request, body: await text(request.body) });

/** AssumeRole of AWS's Security Token Service: temporary keys for who may take the role, with the external id that its owner demands. */
export const assumeRole = async (world: World, { request, body }: TokenRequest): Promise<Reply> => {
  const signature = authenticate(world, request, 'sts', sha256Hex(body));
  const form = new Map(parseQuery(body).map(({ name, value }) => [name, value]));
  if (form.get('Action') !== 'AssumeRole' || form.get('Version') !== '2011-06-15') {
    throw new S3Error('NotImplemented', 'Only AssumeRole of version 2011-06-15 is here.');
  }
  const [roleArn, sessionName] = [form.get('RoleArn') ?? '', form.get('RoleSessionName') ?? ''];
  if (!/^[\w+=,.@-]{2,64}$/.test(sessionName)) throw new S3Error('InvalidArgument', 'RoleSessionName is lacking or malformed.');
  const seconds = Number(form.get('DurationSeconds') ?? usualSeconds);
  if (!Number.isInteger(seconds) || seconds < minSeconds || seconds > maxSeconds) {
    throw new S3Error('InvalidArgument', 'DurationSeconds must be between 900 and 43200.');
  }
  const role = world.roles.find((candidate) => candidate.roleArn === roleArn);
  if (role === undefined || (role.externalId !== undefined && role.externalId !== form.get('ExternalId'))) {
    throw new S3Error('AccessDenied', `User is not authorized to perform: sts:AssumeRole on resource: ${roleArn}`);
  }
  const key = world.keys.addSession(signature.accessKeyId, world.now() + seconds * 1000);
  const document = xmlDocument(
    'AssumeRoleResponse',
    [
      [
        'AssumeRoleResult',
        [
          [
            'AssumedRoleUser',
            [
              ['AssumedRoleId', `AROA:${sessionName}`],
              ['Arn', `${roleArn.replace(':iam:', ':sts:').replace(':role/', ':assumed-role/')}/${sessionName}`],
            ],
          ],
          [
            'Credentials',
            [
              ['AccessKeyId', key.accessKeyId],
              ['SecretAccessKey', key.secretAccessKey],
              ['SessionToken', key.sessionToken],
              ['Expiration', new Date(key.expiresAt).toISOString()],
            ],
          ],
        ],
      ],
    ],
    namespace,
  );
  return { status: 200, body: document };
};
