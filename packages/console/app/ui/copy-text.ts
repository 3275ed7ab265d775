/** A browser may have the person refuse it, or refuse it by itself. */
const isWritten = (text: string): Promise<boolean> =>
  navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );

/** Browsers offer their clipboard to pages of https and of this machine alone: elsewhere the text is marked, ready for Ctrl+C. Whether it was copied. */
export const copyText = async (text: string, shown: Element | null): Promise<boolean> => {
  if (window.isSecureContext && (await isWritten(text))) return true;
  if (shown !== null) getSelection()?.selectAllChildren(shown);
  return false;
};
