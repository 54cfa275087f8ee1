import { fairPay } from "../stories/effort/fair-pay.ts";
import type { CollectionSettings } from "./collection-settings.ts";

/** The paid work of a person: active time, and the number of finished copies and decided reviews (each is one item). */
export interface PaidWork {
  activeMs: number;
  items: number;
}

/** The resulting pay. Money in the smallest currency unit. */
export interface Pay {
  /** The amount per hour of active time, or per item with the hourly pay as a minimum if it is set. */
  by: "hour" | "item";
  earned: number;
  /** `earned` per active hour; null if there is no active time. */
  perHour: number | null;
  /** The amount that is added to reach the minimum; 0 if the minimum is reached or there is none. */
  topUp: number;
  total: number;
}

/** The pay for one person's work in a collection; null if no pay is set. */
export function payFor(settings: Pick<CollectionSettings, "payPerHour" | "payPerItem">, work: PaidWork): Pay | null {
  const { payPerHour, payPerItem = null } = settings;
  if (payPerItem === null) {
    if (payPerHour === null) return null;
    // With pay by the hour, the whole pay is the top-up from zero to the hourly minimum.
    const earned = fairPay(work.activeMs, 0, payPerHour).topUp;
    return { by: "hour", earned, perHour: fairPay(work.activeMs, earned, 0).perHour, topUp: 0, total: earned };
  }
  const earned = work.items * payPerItem;
  const { perHour, topUp } = fairPay(work.activeMs, earned, payPerHour ?? 0);
  return { by: "item", earned, perHour, topUp, total: earned + topUp };
}
