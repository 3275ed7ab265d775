/** Whether a browser can name it in an `Origin`: scheme, host and port as it writes them, and nothing behind. No page has a `*` in its own. */
const isOrigin = (text: string): boolean => {
  if (text.includes('*') || !URL.canParse(text)) return false;
  const { protocol, host } = new URL(text);
  return text === `${protocol}//${host}`;
};

/** Throws for settings that would only show at some request, or never. */
export const checkHttpSettings = ({
  trustProxyHops = 0,
  minBodyBytesPerSecond = 0,
  corsOrigins = [],
}: {
  readonly trustProxyHops?: number | undefined;
  readonly minBodyBytesPerSecond?: number | undefined;
  readonly corsOrigins?: readonly string[] | undefined;
}): void => {
  if (!Number.isSafeInteger(trustProxyHops) || trustProxyHops < 0) {
    throw new RangeError(`not a number of proxies: ${trustProxyHops}`);
  }
  if (!Number.isFinite(minBodyBytesPerSecond) || minBodyBytesPerSecond < 0) {
    throw new RangeError(`not a rate of bytes: ${minBodyBytesPerSecond} a second`);
  }
  const odd = corsOrigins.find((origin) => !isOrigin(origin));
  if (odd !== undefined) throw new RangeError(`not an origin such as https://app.example.org: ${odd}`);
};
