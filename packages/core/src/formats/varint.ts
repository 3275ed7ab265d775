/**
 * Unsigned integers up to 2^53 - 1, seven bits a byte, the lowest first; all bytes but the last have their high bit set. The longest takes eight bytes.
 */
const maxVarintBytes = 8;
const largestQuick = 2 ** 31 - 1;

/** Bytes that are written one after the other. A class, for nodes by the thousand are written with it. */
export class ByteWriter {
  #bytes: Uint8Array<ArrayBuffer>;
  #length = 0;

  constructor(expectedBytes: number) {
    this.#bytes = new Uint8Array(expectedBytes);
  }

  get length(): number {
    return this.#length;
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
  }

  varint(value: number): void {
    this.#reserve(maxVarintBytes);
    let rest = value;
    // Most are small, and quicker in 32 bits.
    if (rest <= largestQuick) {
      for (; rest > 127; rest >>>= 7) this.#bytes[this.#length++] = (rest & 127) | 128;
      this.#bytes[this.#length++] = rest;
      return;
    }
    while (rest > 127) {
      this.#bytes[this.#length++] = (rest % 128) | 128;
      rest = Math.floor(rest / 128);
    }
    this.#bytes[this.#length++] = rest;
  }

  /** The low bytes of a text's char codes, from a place in it on. */
  characters(text: string, from: number): void {
    this.#reserve(text.length - from);
    for (let at = from; at < text.length; at += 1) this.#bytes[this.#length++] = text.charCodeAt(at);
  }

  /** A copy of what was written so far. */
  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const larger = new Uint8Array(2 * (this.#length + count));
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}

/** Bytes that are read one after the other; past their end, and where a varint is too long, `fail` throws. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #fail: () => never;
  #at: number;

  constructor(bytes: Uint8Array, from: number, fail: () => never) {
    this.#bytes = bytes;
    this.#at = from;
    this.#fail = fail;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  byte(): number {
    return this.#bytes[this.#at++] ?? this.#fail();
  }

  varint(): number {
    let value = 0;
    let scale = 1;
    for (let count = 0; count < maxVarintBytes; count += 1) {
      const next = this.byte();
      value += (next & 127) * scale;
      if (next < 128) return Number.isSafeInteger(value) ? value : this.#fail();
      scale *= 128;
    }
    return this.#fail();
  }

  /** So many bytes as char codes, which are all there is after a place. */
  charCodes(codes: number[], from: number, count: number): void {
    const end = this.#at + count;
    if (end > this.#bytes.length) this.#fail();
    codes.length = from;
    for (; this.#at < end; this.#at += 1) codes.push(this.#bytes[this.#at] ?? 0);
  }
}
