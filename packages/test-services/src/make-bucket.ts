import { randomBytes } from 'node:crypto';
import type { S3Service } from './s3-service.js';
import { canonicalRequest, instantText, scopeText, sha256Hex, sign, signingKey, stringToSign } from './s3-stand-in/sigv4.js';

/** Makes a bucket with a name that no one else has, and answers the name. */
export const makeBucket = async (server: Omit<S3Service, 'newBucket' | 'name'>): Promise<string> => {
  const name = `test-${randomBytes(8).toString('hex')}`;
  const url = new URL(`/${name}`, server.endpoint);
  const instant = instantText(Date.now());
  const payloadHash = sha256Hex('');
  const scope = { date: instant.slice(0, 8), region: server.region, service: 's3' };
  const signedHeaders = ['host', 'x-amz-content-sha256', 'x-amz-date'];
  const headers = { host: [url.host], 'x-amz-content-sha256': [payloadHash], 'x-amz-date': [instant] };
  const request = canonicalRequest({ method: 'PUT', path: url.pathname, query: [], headers, signedHeaders, payloadHash });
  const signature = sign(signingKey(server.secretAccessKey, scope), stringToSign(instant, scope, request));
  const answer = await fetch(url, {
    method: 'PUT',
    headers: {
      'x-amz-content-sha256': payloadHash,
      'x-amz-date': instant,
      authorization: `AWS4-HMAC-SHA256 Credential=${server.accessKeyId}/${scopeText(scope)}, SignedHeaders=${signedHeaders.join(';')}, Signature=${signature}`,
    },
  });
  if (!answer.ok)
    throw new Error(`No bucket could be made at ${server.endpoint}: ${String(answer.status)} ${await answer.text()}`);
  await answer.arrayBuffer();
  return name;
};
