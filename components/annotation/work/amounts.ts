import type { CollectionSettings } from "@/lib/domain/annotation/collection-settings.ts";

/** Money in the smallest unit of a currency, as people read it. */
export function formatMoney(amount: number, currency: string): string {
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** A moment, in words that are the same on server and browser. */
export function formatMoment(moment: Date | string): string {
  return `${new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" }).format(new Date(moment))} UTC`;
}

/** What is paid, in words. */
export function termsOf({
  payPerHour,
  payPerItem = null,
  currency,
}: Pick<CollectionSettings, "payPerHour" | "payPerItem" | "currency">): string {
  const hour = payPerHour === null ? null : formatMoney(payPerHour, currency);
  if (payPerItem === null) return hour === null ? "no pay is set" : `${hour} an hour of active time`;
  const item = `${formatMoney(payPerItem, currency)} an item`;
  return hour === null ? item : `${item}, at least ${hour} an hour of active time`;
}
