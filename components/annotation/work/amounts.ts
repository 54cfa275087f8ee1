import type { CollectionSettings } from "@/lib/domain/annotation/collection-settings.ts";
import { formatMoney } from "@/lib/domain/format/money.ts";

/** The pay as text. */
export function formatPayTerms({
  payPerHour,
  payPerItem = null,
  currency,
}: Pick<CollectionSettings, "payPerHour" | "payPerItem" | "currency">): string {
  const hour = payPerHour === null ? null : formatMoney(payPerHour, currency);
  if (payPerItem === null) return hour === null ? "no pay is set" : `${hour} per hour of active time`;
  const item = `${formatMoney(payPerItem, currency)} per item`;
  return hour === null ? item : `${item}, at least ${hour} per hour of active time`;
}
