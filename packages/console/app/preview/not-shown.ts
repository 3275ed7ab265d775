/** Of a file that is damaged, or more than a page can draw. */
export const notShown = 'This file cannot be shown. Download it to open it.';
