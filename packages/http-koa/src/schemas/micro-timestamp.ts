import type { InstantMicros } from '@svc/core/model';
import { z } from 'zod';
import { timestampOf } from './fields.js';

/** RFC 3339 with six digits of a second's fraction: what tells one artifact's instant from another's. */
export const microTimestamp = z.iso.datetime({ precision: 6 });

export const microTimestampOf = (instant: InstantMicros): string => {
  const milliseconds = Math.floor(instant / 1000);
  const rest = String(instant - milliseconds * 1000).padStart(3, '0');
  return timestampOf(milliseconds).replace('Z', `${rest}Z`);
};

/** RFC 3339, 5.6: `t` and `z` may be small, and a minute may have a leap second, which is read as the last microsecond before its end. */
const plain = (text: string): string => text.toUpperCase().replace(/:60(?:\.\d+)?(?=Z$|[+-]\d\d:\d\d$)/, ':59.999999');

const fraction = /\.(\d+)/;

/** An instant between two microseconds is after the first of them; one that is too far away to be counted is as far as can be. */
const microsOfText = (text: string): InstantMicros => {
  const digits = fraction.exec(text)?.[1] ?? '';
  const micros = Number(digits.slice(0, 6).padEnd(6, '0')) + (/[1-9]/.test(digits.slice(6)) ? 1 : 0);
  const instant = Date.parse(text.replace(fraction, '')) * 1000 + micros;
  return Math.min(Math.max(instant, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
};

/** Any RFC 3339 instant in a query. */
export const instantParameter = z
  .string()
  .transform(plain)
  .pipe(z.iso.datetime({ offset: true }).transform(microsOfText))
  .meta({ parameter: { type: 'string', format: 'date-time' } });
