import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import type { LogLevel } from '../config/config.js';
import { withoutSecrets } from './without-secrets.js';

/** One JSON object per line, to stdout unless told otherwise; no line holds a secret. */
// The stream and not its descriptor: pino's own writer never comes back from a pipe without a reader when it has to flush, as it has at an end.
export const createLogger = (level: LogLevel, destination: DestinationStream = process.stdout): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: ['authorization', 'cookie', '*.authorization', '*.cookie', '*.headers.authorization', '*.headers.cookie'],
        censor: '[secret]',
      },
      hooks: { streamWrite: withoutSecrets },
    },
    destination,
  );
