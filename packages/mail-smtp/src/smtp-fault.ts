/** Why a mail was not taken over. No text of the server's is in it: that may quote the mail. */
export interface SmtpFault {
  /** Such as `EAUTH`, `ECONNECTION`, `ETIMEDOUT`, `ETLS`, `EENVELOPE` or `EMESSAGE`; `UNKNOWN` when there is none. */
  readonly code: string;
  /** What the server has answered, such as 550. */
  readonly status: number | undefined;
}

const codePattern = /^[A-Z_]{1,40}$/;

export const smtpFaultOf = (fault: unknown): SmtpFault => {
  if (!(fault instanceof Error)) return { code: 'UNKNOWN', status: undefined };
  const code = 'code' in fault && typeof fault.code === 'string' && codePattern.test(fault.code) ? fault.code : 'UNKNOWN';
  const status = 'responseCode' in fault && typeof fault.responseCode === 'number' ? fault.responseCode : undefined;
  return { code, status };
};
