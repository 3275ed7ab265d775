/** Float32 weights in 16 bits: `bf16` keeps the upper half of each, `f16` rounds towards zero to IEEE 754 half precision. */
export const narrowWeights = (weights: Uint8Array, to: 'bf16' | 'f16'): Uint8Array => {
  const wide = new Uint32Array(weights.buffer, weights.byteOffset, weights.byteLength / 4);
  const narrow = to === 'bf16' ? wide.map((bits) => bits >>> 16) : wide.map(halfOf);
  const half = Uint16Array.from(narrow);
  return new Uint8Array(half.buffer);
};

const halfOf = (bits: number): number => {
  const sign = (bits >>> 16) & 0x8000;
  const exponent = ((bits >>> 23) & 0xff) - 127 + 15;
  const fraction = (bits >>> 13) & 0x3ff;
  if (exponent >= 31) return sign | 0x7c00;
  if (exponent > 0) return sign | (exponent << 10) | fraction;
  // Too small for a normal half: the leading one becomes visible and moves right.
  return exponent < -10 ? sign : sign | ((fraction | 0x400) >>> (1 - exponent));
};
