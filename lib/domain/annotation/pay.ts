import { fairPay } from "../stories/effort/fair-pay.ts";
import type { CollectionSettings } from "./collection-settings.ts";

/** What someone has done that is paid: active time, and finished copies and decided reviews, each of which is one item. */
export interface PaidWork {
  activeMs: number;
  items: number;
}

/** What it comes to. Money in the smallest unit of the currency. */
export interface Pay {
  /** By the hour of active time, or by the item with the pay of an hour as its floor where one is set. */
  by: "hour" | "item";
  earned: number;
  /** What `earned` is for an active hour; null without active time. */
  perHour: number | null;
  /** What is missing to the floor; 0 where nothing is, and where there is no floor. */
  topUp: number;
  total: number;
}

/** The pay of one person's work in a collection; null where no pay is set. */
export function payFor(settings: Pick<CollectionSettings, "payPerHour" | "payPerItem">, work: PaidWork): Pay | null {
  const { payPerHour, payPerItem = null } = settings;
  if (payPerItem === null) {
    if (payPerHour === null) return null;
    // Pay by the hour is its own floor: the top-up from nothing is what the hours earned.
    const earned = fairPay(work.activeMs, 0, payPerHour).topUp;
    return { by: "hour", earned, perHour: fairPay(work.activeMs, earned, 0).perHour, topUp: 0, total: earned };
  }
  const earned = work.items * payPerItem;
  const { perHour, topUp } = fairPay(work.activeMs, earned, payPerHour ?? 0);
  return { by: "item", earned, perHour, topUp, total: earned + topUp };
}
