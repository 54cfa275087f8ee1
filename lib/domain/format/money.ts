/** Money in the smallest unit of a currency: 1250 and "EUR" give "€12.50". */
export function formatMoney(amount: number, currency: string): string {
  return new Intl.NumberFormat("en", { style: "currency", currency }).format(amount / countMinorUnits(currency));
}

/**
 * The number of smallest units in one unit of a currency: 100 for most currencies, 1 for currencies without smaller
 * units.
 */
export function countMinorUnits(currency: string): number {
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  return 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2);
}

/** An amount in US dollars, with up to four decimals below one dollar: "US$ 0.0123", "US$ 12.50". */
export function formatUsd(amount: number): string {
  const decimals = amount !== 0 && Math.abs(amount) < 1 ? 4 : 2;
  return `US$ ${amount.toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: decimals })}`;
}

/** An estimated amount in a currency: "€12.50", or "€1,250" without decimals from one hundred on. */
export function formatCost(amount: number, currency: string): string {
  const maximumFractionDigits = Math.abs(amount) < 100 ? 2 : 0;
  return amount.toLocaleString("en", { style: "currency", currency, maximumFractionDigits });
}

/** Formats hundredths of an unknown currency: 1250 gives "12.50". */
export function formatCents(cents: number): string {
  return (cents / 100).toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}
