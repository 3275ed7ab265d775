const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);

export const magicBytes = 8;
export const packMagic = ascii('SVCPACK1');
export const packEndMagic = ascii('SVCPKEND');
export const chunkMapMagic = ascii('SVCMAP01');

/** Whether the 8 bytes at a place are the magic's. */
export const holdsMagic = (bytes: Uint8Array, at: number, magic: Uint8Array): boolean =>
  magic.every((byte, index) => bytes[at + index] === byte);

/** Numbers in the formats are unsigned and little-endian. */
export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
