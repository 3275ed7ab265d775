/** An amount in the smallest unit of its currency, as people read it. */
export const moneyText = (amount: number, currency: string): string => {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: currency.toUpperCase() });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
};

/** What a plan costs: the service counts in whole dollars. */
export const priceText = (dollars: number | undefined): string => {
  if (dollars === undefined) return 'By agreement';
  return dollars === 0 ? 'Free' : `$${String(dollars)} a month`;
};
