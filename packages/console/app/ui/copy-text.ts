/** Browsers offer their clipboard to pages of https and of this machine alone: elsewhere the text is marked, ready for Ctrl+C. Whether it was copied. */
export const copyText = async (text: string, shown: Element | null): Promise<boolean> => {
  if (window.isSecureContext) {
    await navigator.clipboard.writeText(text);
    return true;
  }
  if (shown !== null) getSelection()?.selectAllChildren(shown);
  return false;
};
