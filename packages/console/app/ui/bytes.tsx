import { bytesText, countText } from './format.js';

/** A size, with the exact number for who points at it. */
export const Bytes = ({ of }: { readonly of: number }) => <span title={`${countText(of)} bytes`}>{bytesText(of)}</span>;
