import { z } from 'zod';

/** A JSON body. `lenient` is for clients that name the LFS media type: there unknown fields are ignored, and both give one value. */
export interface JsonBody<T> {
  readonly as: 'json';
  readonly strict: z.core.$ZodType<T>;
  readonly lenient: z.core.$ZodType<T> | undefined;
  /** Whether no body at all stands for `{}`. */
  readonly optional: boolean;
}

/** Raw bytes, handed to the handler as they come. */
export interface ByteBody {
  readonly as: 'bytes';
}

export type Body = JsonBody<unknown> | ByteBody;

export const json = <T>(schema: z.core.$ZodType<T>): JsonBody<T> => ({
  as: 'json',
  strict: schema,
  lenient: undefined,
  optional: false,
});

export const optionalJson = <T>(schema: z.core.$ZodType<T>): JsonBody<T> => ({ ...json(schema), optional: true });

/** Of a request that has nothing to say: no body, or `{}`. A field is refused like everywhere, for its sender believes that it means something. */
export const noFields = (): JsonBody<Record<string, never>> => optionalJson(z.strictObject({}));

export const jsonOrLfs = <T>(strict: z.core.$ZodType<T>, lenient: z.core.$ZodType<T>): JsonBody<T> => ({
  ...json(strict),
  lenient,
});

export const bytes = (): ByteBody => ({ as: 'bytes' });

/** A body on its way in. `chunks` may be consumed once and throws when the connection breaks. */
export interface IncomingBytes {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** What Content-Length says; undefined when it says nothing. */
  readonly declaredBytes: number | undefined;
  /** Whether `chunks` has thrown because they came too slowly. */
  readonly wasTooSlow: () => boolean;
}

export type BodyValue<B> = B extends JsonBody<infer T> ? T : B extends ByteBody ? IncomingBytes : undefined;
