/** The address of a page may hold what is no Base64. */
const decoded = (base64: string): string | undefined => {
  try {
    return atob(base64.replace(/-/g, '+').replace(/_/g, '/'));
  } catch {
    return undefined;
  }
};

/** A name that is no UTF-8, by its bytes in Base64 for URLs: each of them as a character. What is no Base64 stays as it is. */
export const nameOfBytes = (bytes: string): string => {
  const characters = decoded(bytes);
  if (characters === undefined) return bytes;
  return new TextDecoder('latin1').decode(Uint8Array.from(characters, (character) => character.charCodeAt(0)));
};
