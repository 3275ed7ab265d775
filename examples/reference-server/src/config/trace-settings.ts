import { z } from 'zod';
import { httpUrl } from './setting.js';

/** Where traces go, by the names that OpenTelemetry gives to these settings. */
export interface TraceSettings {
  readonly url: string;
  /** May hold a secret. Never logged. */
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** Of the requests that come without a `traceparent`, 0 to 1; those with one do as it says. */
  readonly sampledShare: number;
}

const header = /^\s*([!#$%&'*+.^`|~\w-]+)\s*=\s*([\x21-\x2b\x2d-\x7e]*)\s*$/;

/** What a header can carry. With anything else nothing would ever be sent, and nobody would hear of it. */
const sendable = /^[\t\x20-\x7e\x80-\xff]*$/;

const decoded = (text: string): string | undefined => {
  try {
    const plain = decodeURIComponent(text);
    return sendable.test(plain) ? plain : undefined;
  } catch {
    return undefined;
  }
};

/** `name=value,name=value`, the values percent-encoded. */
const headerList = z.string().transform((text, issues): Record<string, string> => {
  const headers: Record<string, string> = {};
  for (const part of text.split(',')) {
    const [, name, value] = header.exec(part) ?? [];
    const plain = value === undefined ? undefined : decoded(value);
    if (name !== undefined && plain !== undefined) headers[name] = plain;
    else
      issues.addIssue({ code: 'custom', message: 'must be name=value, more of them behind commas, with percent-encoded values' });
  }
  return headers;
});

const share = z
  .string()
  .regex(/^(?:0(?:\.\d{1,9})?|1(?:\.0{1,9})?)$/, 'must be a share from 0 to 1, such as 0.1')
  .transform(Number);

export const traceShape = {
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headerList.optional(),
  OTEL_SERVICE_NAME: z.string().max(255).default('svc-server'),
  OTEL_TRACES_SAMPLER_ARG: share.default(1),
};

type GivenTraces = z.output<z.ZodObject<typeof traceShape>>;

/** Undefined where nobody asks for traces. */
export const traceSettingsOf = (given: GivenTraces): TraceSettings | undefined => {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers = {} } = given;
  if (endpoint === undefined) return undefined;
  return {
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers,
    serviceName: given.OTEL_SERVICE_NAME,
    sampledShare: given.OTEL_TRACES_SAMPLER_ARG,
  };
};
