/** Of the format: what is sealed otherwise one day begins otherwise. */
export const version = 'v1';

/** `v1.<key id>.<base64url of nonce, ciphertext and tag>`. */
export interface Sealed {
  readonly keyId: string;
  readonly body: Buffer;
}

export const sealedText = ({ keyId, body }: Sealed): string => `${version}.${keyId}.${body.toString('base64url')}`;

/** Undefined when the text has another form. Exactly one text stands for one body: spare bits and foreign characters are refused. */
export const parseSealed = (text: string): Sealed | undefined => {
  const [found, keyId, encoded, ...more] = text.split('.');
  if (found !== version || keyId === undefined || encoded === undefined || more.length > 0) return undefined;
  const sealed = { keyId, body: Buffer.from(encoded, 'base64url') };
  return sealedText(sealed) === text ? sealed : undefined;
};
