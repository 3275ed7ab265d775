import { foreignError } from '@svc/test-services/foreign-error';
import { expect } from 'chai';
import { isAboutMail, smtpFaultOf } from '../src/smtp-fault.js';

describe('a fault of a mail server', () => {
  it('is told by its code and its status, also where its error comes from another realm, as under Jest', () => {
    const gone = foreignError('connect ECONNREFUSED', { code: 'ESOCKET' });
    expect(smtpFaultOf(gone)).to.deep.equal({ code: 'ESOCKET', status: undefined });
    const refused = foreignError('no such user', { code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO' });
    expect(smtpFaultOf(refused)).to.deep.equal({ code: 'EENVELOPE', status: 550 });
    expect(isAboutMail(refused)).to.equal(true);
  });
});
