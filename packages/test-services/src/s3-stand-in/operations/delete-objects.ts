import { bucketOf, keyOf, type Perform, receiveDocument } from '../call.js';
import { checksumClaim } from '../checksums.js';
import { childrenOf, parseXml, textOf } from '../parse-xml.js';
import { S3Error } from '../s3-error.js';
import { headerOf } from '../s3-request.js';
import { s3Namespace, xmlDocument, type XmlElement } from '../xml.js';

const maxKeys = 1000;

export const deleteObject: Perform = async (call) => {
  await bucketOf(call).remove(keyOf(call));
  return { status: 204 };
};

export const deleteObjects: Perform = async (call) => {
  const { request } = call;
  const bucket = bucketOf(call);
  const checked = checksumClaim(request, new Map()) ?? headerOf(request, 'content-md5');
  if (checked === undefined) {
    throw new S3Error('InvalidRequest', 'Missing required header for this request: Content-MD5 OR x-amz-checksum-*');
  }
  const document = parseXml(await receiveDocument(call));
  const keys = childrenOf(document, 'Object').map((object) => textOf(object, 'Key') ?? '');
  if (document.name !== 'Delete' || keys.length === 0 || keys.length > maxKeys || keys.includes('')) {
    throw new S3Error(
      'MalformedXML',
      'The XML you provided was not well-formed or did not validate against our published schema',
    );
  }
  for (const key of keys) await bucket.remove(key);
  const quiet = textOf(document, 'Quiet') === 'true';
  const deleted = keys.map((key): XmlElement => ['Deleted', [['Key', key]]]);
  return { status: 200, body: xmlDocument('DeleteResult', quiet ? [] : deleted, s3Namespace) };
};
