import { expect } from 'chai';
import { type Answer, read } from '../client/exchange.js';
import { errorAnswer } from '../client/wire.js';
import { signedUrls } from '../server/stack.js';
import type { BegunUpload, UploadPath } from './upload-path.js';

/** What a PUT of wrong bytes of the right length is answered: a storage that compares checksums refuses them at once, others wait for the verification. */
export const wrongBytesStatuses: readonly number[] = signedUrls === 'own' ? [200] : [200, 400];

/** Sends wrong bytes of the right length to where nothing lies yet: they are refused, by the verification at the latest. */
export const expectRefusedByVerification = async (path: UploadPath, begun: BegunUpload, wrong: Uint8Array): Promise<void> => {
  const put = await begun.put(wrong);
  expect(put.status).to.be.oneOf(wrongBytesStatuses);
  const verification = await begun.verify();
  if (put.status === 200)
    expect(read(verification, 409, errorAnswer).error.details).to.deep.equal({ reason: 'checksum_mismatch' });
  else expect(verification.status).to.equal(path.notUploadedStatus);
};

/** A PUT of another length than its URL was signed for. A storage says in its own words that the signature does not fit, or that the length is lacking. */
export const expectWrongLength = (answer: Answer): void => {
  if (signedUrls === 'own') expect(read(answer, 400, errorAnswer).error.code).to.equal('bad_request');
  else expect(answer.status).to.be.oneOf([400, 403, 411, 501]);
};
