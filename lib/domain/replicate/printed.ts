import { roundTo } from "../format/figures.ts";
import type { Printed } from "./paper-table.ts";

/**
 * A printed statistic as a number, with or without a zero before the decimal point; a bound such as "<.001" stays a
 * text.
 */
export function printedValue(text: string): Printed {
  const number = Number(text.replace("−", "-"));
  return text.trim() !== "" && Number.isFinite(number) ? number : text;
}

/** A printed percentage as a share between 0 and 1, without floating-point noise. */
export function printedShare(percent: number | string): number {
  return roundTo(Number(percent) / 100, 6);
}
