import { err, ok, type Result, ResultAsync } from 'neverthrow';
import type { Unavailable } from '../model/app-error.js';
import type { Mailer } from '../ports/mailer.js';
import type { Ports } from '../ports/ports.js';
import type { ClaimedMail } from '../ports/records/mail-records.js';

/** Longer than a mail server takes to answer. */
const claimMs = 120_000;
const firstDelayMs = 30_000;
const maxDelayMs = 3_600_000;
/** About a day; whoever runs the mail server hears of it in the log. */
const maxAttempts = 30;

type MailPorts = Pick<Ports, 'unitOfWork' | 'clock' | 'random' | 'mailer'>;

const delayAfter = (attempts: number): number => Math.min(firstDelayMs * 2 ** (attempts - 1), maxDelayMs);

const send = async (ports: MailPorts, mailer: Mailer, claimed: ClaimedMail): Promise<Result<boolean, Unavailable>> => {
  const sent = await mailer.send(claimed.mail);
  const isOver = sent.isOk() || claimed.attempt >= maxAttempts;
  const written = await ports.unitOfWork.transact(async ({ mails }): Promise<Result<boolean, never>> =>
    ok(await (isOver ? mails.remove(claimed) : mails.postpone(claimed, ports.clock.now() + delayAfter(claimed.attempt)))),
  );
  return sent.isErr() ? err(sent.error) : written.map(() => true);
};

/**
 * Sends the mail of the queue that has been due for longest, and answers whether there was one. A mail is sent at least once: it leaves the queue after the
 * server has taken it over. While the server does not answer it waits, longer each time, for about a day.
 */
export const sendNextMail = (ports: MailPorts) => (): ResultAsync<boolean, Unavailable> => {
  const run = async (): Promise<Result<boolean, Unavailable>> => {
    const { unitOfWork, clock, random, mailer } = ports;
    if (mailer === undefined) return ok(false);
    const holder = random.uuid();
    const now = clock.now();
    const claimed = await unitOfWork.transact(async ({ mails }): Promise<Result<ClaimedMail | undefined, never>> =>
      ok(await mails.claim(holder, now, now + claimMs)),
    );
    if (claimed.isErr()) return err(claimed.error);
    return claimed.value === undefined ? ok(false) : send(ports, mailer, claimed.value);
  };
  return new ResultAsync(run());
};
