import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { authenticate } from '../authenticate.js';
import type { Reply } from '../call.js';
import { S3Error } from '../s3-error.js';
import { parseQuery, type S3Request } from '../s3-request.js';
import { sha256Hex } from '../sigv4.js';
import type { World } from '../world.js';
import { xmlDocument, type XmlElement } from '../xml.js';

const namespace = 'https://sts.amazonaws.com/doc/2011-06-15/';
const [minSeconds, maxSeconds, usualSeconds] = [900, 43_200, 3600];

const granted = (world: World, request: S3Request, body: string): string => {
  const signature = authenticate(world, request, 'sts', sha256Hex(body));
  const form = new Map(parseQuery(body).map(({ name, value }) => [name, value]));
  if (form.get('Action') !== 'AssumeRole' || form.get('Version') !== '2011-06-15') {
    throw new S3Error('NotImplemented', 'Only AssumeRole of version 2011-06-15 is here.');
  }
  const [roleArn, sessionName] = [form.get('RoleArn') ?? '', form.get('RoleSessionName') ?? ''];
  if (!/^[\w+=,.@-]{2,64}$/.test(sessionName)) throw new S3Error('ValidationError', 'RoleSessionName is lacking or malformed.');
  const seconds = Number(form.get('DurationSeconds') ?? usualSeconds);
  if (!Number.isInteger(seconds) || seconds < minSeconds || seconds > maxSeconds) {
    throw new S3Error('ValidationError', 'DurationSeconds must be between 900 and 43200.');
  }
  const role = world.roles.find((candidate) => candidate.roleArn === roleArn);
  if (role === undefined || (role.externalId !== undefined && role.externalId !== form.get('ExternalId'))) {
    throw new S3Error('AccessDenied', `User is not authorized to perform: sts:AssumeRole on resource: ${roleArn}`);
  }
  const key = world.keys.addSession(signature.accessKeyId, world.now() + seconds * 1000);
  return xmlDocument(
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
};

/** The token service refuses in a document of its own, and has another word for an unknown key. */
const refused = ({ code, message, status }: S3Error): Reply => {
  const error: XmlElement = [
    'Error',
    [
      ['Type', status < 500 ? 'Sender' : 'Receiver'],
      ['Code', code === 'InvalidAccessKeyId' ? 'InvalidClientTokenId' : code],
      ['Message', message],
    ],
  ];
  return { status, body: xmlDocument('ErrorResponse', [error, ['RequestId', randomUUID()]], namespace) };
};

/**
 * AssumeRole of AWS's Security Token Service, at the server's root: temporary keys for who may take the role, with the external id that its owner
 * demands.
 */
export const assumeRole = async (world: World, request: S3Request): Promise<Reply> => {
  try {
    return { status: 200, body: granted(world, request, await text(request.body)) };
  } catch (error) {
    if (error instanceof S3Error) return refused(error);
    throw error;
  }
};
