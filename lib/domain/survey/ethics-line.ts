import { formatCalendarDay } from "./languages/format-instant.ts";
import { interfaceLanguage, sayIn } from "./languages/messages.ts";
import type { Protocol } from "./protocol.ts";

/**
 * The line about the ethics approval for participants: institution, number and date. Null without an approval. The file
 * is not shown to participants: it may describe the hypotheses and name people.
 */
export function ethicsLine({ consent, words }: Pick<Protocol, "consent" | "words">, language: string): string | null {
  if (!consent.ethics) return null;
  const { institution, number, date } = consent.ethics;
  const day = formatCalendarDay(date, interfaceLanguage(language, words));
  return sayIn(language, words)("ethicsApproval", { institution, number, date: day });
}
