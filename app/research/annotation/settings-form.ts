import * as z from "zod";
import type { CollectionSettings } from "@/lib/domain/annotation/collection-settings.ts";
import { countMinorUnits } from "@/lib/domain/format/money.ts";
import { boundedText } from "@/lib/domain/text.ts";
import { AppError } from "@/lib/server/platform/errors/app-error.ts";

const field = boundedText(40);

/** The form of a collection's settings, with its fields as text. */
export const settingsFormSchema = z.strictObject({
  name: boundedText(200),
  overlap: field,
  leaseMinutes: field,
  reviewShareUntouched: field,
  requiresReSolve: z.literal("on").optional(),
  reSolveAnswers: field,
  reSolveShare: field,
  reSolveOverlap: field,
  payPerHour: field,
  payPerItem: field.default(""),
  currency: field,
  practicePassMark: field.default(""),
  instructions: boundedText(20_000),
});

/**
 * Converts the form to settings. In the form, shares are percentages and pay is in main units of the currency; in the
 * settings, shares are from 0 to 1 and pay is in the smallest units.
 */
export function readSettingsForm(form: Omit<z.infer<typeof settingsFormSchema>, "name">): CollectionSettings {
  const currency = form.currency.trim().toUpperCase();
  return {
    overlap: parseNumber("overlap", form.overlap),
    leaseMinutes: parseNumber("leaseMinutes", form.leaseMinutes),
    reviewShareUntouched: parsePercent("reviewShareUntouched", form.reviewShareUntouched),
    requiresReSolve: form.requiresReSolve === "on",
    reSolveAnswers: parseNumber("reSolveAnswers", form.reSolveAnswers),
    reSolveShare: parsePercent("reSolveShare", form.reSolveShare),
    reSolveOverlap: parsePercent("reSolveOverlap", form.reSolveOverlap),
    payPerHour: parsePay("payPerHour", form.payPerHour, currency),
    payPerItem: parsePay("payPerItem", form.payPerItem, currency),
    currency,
    practicePassMark:
      form.practicePassMark.trim() === "" ? null : parsePercent("practicePassMark", form.practicePassMark),
    instructions: form.instructions,
  };
}

function parseNumber(name: string, text: string): number {
  const value = Number(text.trim().replace(",", "."));
  if (text.trim() === "" || !Number.isFinite(value)) throw new AppError("invalid", "Please give a number.", name);
  return value;
}

function parsePercent(name: string, text: string): number {
  const value = parseNumber(name, text);
  if (value < 0 || value > 100) throw new AppError("invalid", "Please give a share between 0 and 100.", name);
  return Math.round(value * 100) / 10_000;
}

function parsePay(name: string, text: string, currency: string): number | null {
  if (text.trim() === "") return null;
  const value = parseNumber(name, text);
  if (value < 0) throw new AppError("invalid", "Pay must be 0 or more.", name);
  if (!/^[A-Z]{3}$/.test(currency)) {
    throw new AppError("invalid", "Please give three letters such as USD.", "currency");
  }
  return Math.round(value * countMinorUnits(currency));
}
