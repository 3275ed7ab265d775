/**
 * What an invited person is sent. The secret stands behind the `#`, which browsers send to no server and name in no `Referer`, so it gets into
 * nobody's log; the page at that address, or the person, sends it to `POST /invitations/accept`.
 */
export const invitationUrl = (baseUrl: string, secret: string): string => `${baseUrl}/invitations/accept#token=${secret}`;
