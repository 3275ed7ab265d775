import type { ErrorOf, KeptDownload } from '@svc/core';
import type { BlobReading, ByteSpan, SpanOutside } from '@svc/core/ports';
import type { ResultAsync } from 'neverthrow';
import type { z } from 'zod';

/** Under a status of a row: no body. */
export const empty = Symbol('empty');
/** Under status 200 of a row: a text for a program that reads no JSON. */
export const plainText = Symbol('plainText');
/** Under status 200 of a row: bytes. The 206 and 416 of a Range, and the 304 and 412 of a condition, are made from them, not by the handler. */
export const byteRange = Symbol('byteRange');

export type Output = z.core.$ZodType | typeof empty | typeof plainText | typeof byteRange;
export type Outputs = Readonly<Record<number, Output>>;

/** A text with the type that its readers know it by. */
export interface TypedText {
  readonly contentType: string;
  readonly text: string;
}

/** Bytes that can be read from any place. */
export interface ByteSource {
  readonly sizeBytes: number;
  /** A name that no other bytes have, such as their hash: what a strong ETag promises; undefined where there is none. */
  readonly etag: string | undefined;
  /** Header fields of this answer besides those of all bytes. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes that may be replaced can be others by now, with a size of their own; a span that does not lie inside of them is `span_outside`. */
  readonly open: (span?: ByteSpan) => ResultAsync<BlobReading, ErrorOf<'not_found' | 'unavailable'> | SpanOutside>;
  /** Opens bytes that never change for many reads: several ranges are answered of these alone. */
  readonly keepOpen?: (() => ResultAsync<KeptDownload, ErrorOf<'not_found' | 'unavailable'>>) | undefined;
}

type ReplyBody<O> = O extends z.core.$ZodType
  ? { readonly body: z.input<O> }
  : O extends typeof byteRange
    ? { readonly body: ByteSource }
    : O extends typeof plainText
      ? { readonly body: TypedText }
      : { readonly body?: undefined };

/** What a handler may answer: one of the row's statuses, with the body that stands under it. */
export type Reply<O extends Outputs> = {
  [S in keyof O & number]: { readonly status: S } & ReplyBody<O[S]>;
}[keyof O & number];

export const reply = <const S extends number, const B>(status: S, body: B) => ({ status, body });
export const replyEmpty = <const S extends number>(status: S) => ({ status });
