import type { TensorFileProblem } from './tensor-file.js';

/** Thrown where the bytes that were read end before the header does, or where the header cannot be read. */
export class GgufStop extends Error {
  override readonly name = 'GgufStop';

  constructor(readonly reason: TensorFileProblem | 'more') {
    super(reason);
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A place in the beginning of a GGUF file, little-endian, that moves on as values are taken. `stop`s where a value is not there. */
export class GgufCursor {
  at = 0;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #fileBytes: number;

  constructor(bytes: Uint8Array, fileBytes: number) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#fileBytes = fileBytes;
  }

  stop(reason: GgufStop['reason']): never {
    throw new GgufStop(reason);
  }

  /** Passes over so many bytes, and gives where they begin. */
  pass(length: number): number {
    const begin = this.at;
    if (length > this.#fileBytes - begin) this.stop('malformed');
    if (length > this.#bytes.byteLength - begin) this.stop('more');
    this.at = begin + length;
    return begin;
  }

  /** Whether so many items of at least so many bytes each can follow; otherwise it stops. */
  demand(count: number, bytesEach: number): void {
    if (count * bytesEach > this.#fileBytes - this.at) this.stop('malformed');
  }

  u32(): number {
    return this.#view.getUint32(this.pass(4), true);
  }

  /** A number of things, lengths or places: nothing is ever beyond what a number can say exactly. */
  u64(): number {
    const value = this.#view.getBigUint64(this.pass(8), true);
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) this.stop('malformed');
    return Number(value);
  }

  /** Passes over a string. */
  passText(): void {
    this.pass(this.u64());
  }

  /** A string of at most so many bytes. */
  text(maxBytes: number): string {
    const length = this.u64();
    if (length > maxBytes) this.stop('malformed');
    const begin = this.pass(length);
    try {
      // Copied, because a decoder may refuse memory that threads share.
      return decoder.decode(this.#bytes.slice(begin, begin + length));
    } catch {
      return this.stop('malformed');
    }
  }
}
