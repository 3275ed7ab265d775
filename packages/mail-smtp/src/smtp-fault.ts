import { isNativeError } from 'node:util/types';

/** Why a mail was not taken over. No text of the server's is in it: that may quote the mail. */
export interface SmtpFault {
  /** Such as `EAUTH`, `ECONNECTION`, `ETIMEDOUT`, `ETLS`, `EENVELOPE` or `EMESSAGE`; `UNKNOWN` when there is none. */
  readonly code: string;
  /** What the server has answered, such as 550. */
  readonly status: number | undefined;
}

/** An answer to one of these is about the recipient, or what the mail says; one to MAIL FROM is about the sender of all mails. */
const commandsOfMail: readonly unknown[] = ['RCPT TO', 'DATA'];

/** Of a server that ends the connection, whatever it was asked (RFC 5321, 3.8). */
const closing = 421;

/** Whether the server has answered that it does not take this mail. */
export const isAboutMail = (fault: unknown): boolean => {
  const { status = closing } = smtpFaultOf(fault);
  return (
    status >= 400 && status !== closing && isNativeError(fault) && 'command' in fault && commandsOfMail.includes(fault.command)
  );
};

const codePattern = /^[A-Z_]{1,40}$/;

export const smtpFaultOf = (fault: unknown): SmtpFault => {
  // Node's errors are of another realm where this code has one of its own, as under Jest.
  if (!isNativeError(fault)) return { code: 'UNKNOWN', status: undefined };
  const code = 'code' in fault && typeof fault.code === 'string' && codePattern.test(fault.code) ? fault.code : 'UNKNOWN';
  const status = 'responseCode' in fault && typeof fault.responseCode === 'number' ? fault.responseCode : undefined;
  return { code, status };
};
