import * as z from "zod";
import { boundedText } from "../../text.ts";
import type { Protocol } from "../protocol.ts";

/** What a study says in its recruiter's form. Empty texts stand for what is not said yet. */
export const recruitmentSchema = z.strictObject({
  title: boundedText(200),
  description: boundedText(5_000),
  /** How long it takes, as people are told. */
  minutes: z.int().min(1).max(600).nullable(),
  /** What it pays, with the currency: "£1.50". */
  pay: boundedText(100),
});
export type Recruitment = z.infer<typeof recruitmentSchema>;

/** Before anyone has written it: the study's name and what its consent page says; of time and pay nothing is known. */
export function defaultRecruitment(name: string, { consent }: Pick<Protocol, "consent">): Recruitment {
  return { title: name.slice(0, 200), description: consent.text.trim().slice(0, 5_000), minutes: null, pay: "" };
}

/** One field of the recruiter's form, ready to paste. */
export interface RecruiterField {
  name: string;
  /** Null where the study does not say it. */
  text: string | null;
}

/**
 * The fields of the recruiter's form, each as a text to paste. Nothing is in them that the study does not say: time and
 * pay are missing until someone has written them down.
 */
export function recruiterFields(recruitment: Recruitment, contact: string): RecruiterField[] {
  const { title, description, minutes, pay } = recruitment;
  const closing = contact.trim() === "" ? "" : `\n\nQuestions: ${contact.trim()}`;
  return [
    { name: "Title", text: title.trim() || null },
    { name: "Description", text: description.trim() === "" ? null : description.trim() + closing },
    { name: "Time", text: minutes === null ? null : `${minutes} ${minutes === 1 ? "minute" : "minutes"}` },
    { name: "Pay", text: pay.trim() || null },
  ];
}

/** All fields below each other, for a form with one field or for a mail. */
export function recruiterText(recruitment: Recruitment, contact: string): string {
  return recruiterFields(recruitment, contact)
    .flatMap(({ name, text }) => {
      if (text === null) return [];
      return name === "Time" || name === "Pay" ? [`${name}: ${text}`] : [text];
    })
    .join("\n\n");
}

/**
 * Whether the consent page says the same pay: its amount stands there, whatever is around it. True where no amount is
 * named, because then nothing can be compared.
 */
export function consentSaysPay({ consent }: Pick<Protocol, "consent">, pay: string): boolean {
  const amount = /\d+(?:[.,]\d+)?/.exec(pay)?.[0];
  if (amount === undefined) return true;
  const amounts: string[] = consent.text.match(/\d+(?:[.,]\d+)?/g) ?? [];
  return amounts.some((said) => Number(said.replace(",", ".")) === Number(amount.replace(",", ".")));
}
