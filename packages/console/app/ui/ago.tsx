import { agoText, momentText } from './format.js';

/** When something was, with the exact time for who points at it. */
export const Ago = ({ at }: { readonly at: string }) => (
  <time dateTime={at} title={momentText(at)}>
    {agoText(at)}
  </time>
);
