import type { AppError, Caller, Origin } from '@svc/core';
import { err, ok, type Result } from 'neverthrow';
import type { Access } from '../endpoint/access.js';
import { credentialOf } from './credential.js';
import type { TellCaller } from './note-answer.js';
import type { PreparedEndpoint } from './prepared-endpoint.js';
import type { Service } from './service.js';

const needsCaller: Readonly<Record<Access['kind'], boolean>> = {
  open: false,
  internal: false,
  monitoring: false,
  'signed-in': true,
  session: true,
  organization: true,
  repository: true,
  'provider-signed': false,
  'verify-link': false,
  'signed-upload': false,
  'signed-download': false,
};

/**
 * Who asks, where the row wants to know, and whether they ask too often: by token when the credential is good, otherwise by address (spec 8), so
 * that guessing tokens is limited too.
 */
export const identify = async (
  service: Service,
  prepared: PreparedEndpoint,
  authorization: string | undefined,
  origin: Origin,
  tellCaller: TellCaller,
  clientSignal: () => AbortSignal,
): Promise<Result<Caller | undefined, AppError>> => {
  if (!needsCaller[prepared.endpoint.access.kind]) {
    const counted = prepared.isRateLimited ? service.limiter.countAddress(origin.address) : undefined;
    const limited = counted instanceof Promise ? await counted : counted;
    return limited === undefined ? ok(undefined) : err(limited);
  }
  const caller = await service.application.authenticate(credentialOf(authorization, prepared.isLfs), origin);
  if (caller.isErr()) return err((await service.limiter.countAddress(origin.address)) ?? caller.error);
  // Of one who asks too often, too.
  tellCaller(caller.value);
  const counted = prepared.endpoint.waitsForTurn
    ? service.awaitTurn(caller.value, clientSignal)
    : service.limiter.countCaller(caller.value);
  const limited = counted instanceof Promise ? await counted : counted;
  return limited === undefined ? ok(caller.value) : err(limited);
};
