import * as z from "zod";
import { boundedText } from "../../text.ts";
import { type Protocol, publicTitleOf } from "../protocol.ts";

/** A study's texts for the form of its recruiter. Empty texts are not stated yet. */
export const recruitmentSchema = z.strictObject({
  title: boundedText(200),
  description: boundedText(5_000),
  /** The duration stated to participants. */
  minutes: z.int().min(1).max(600).nullable(),
  /** The pay with its currency: "£1.50". */
  pay: boundedText(100),
});
export type Recruitment = z.infer<typeof recruitmentSchema>;

/** The default: the title for participants and the text of the consent page; time and pay are unknown. */
export function defaultRecruitment(name: string, protocol: Pick<Protocol, "consent" | "publicTitle">): Recruitment {
  const { consent } = protocol;
  return {
    title: publicTitleOf(protocol, name).slice(0, 200),
    description: consent.text.trim().slice(0, 5_000),
    minutes: null,
    pay: "",
  };
}

/** One field of the recruiter's form, ready to paste. */
export interface RecruiterField {
  name: string;
  /** Null if the study does not state it. */
  text: string | null;
}

/**
 * The fields of the recruiter's form, each as a text to paste. They contain only what the study states; time and pay
 * are missing until someone enters them.
 */
export function recruiterFields(recruitment: Recruitment, contact: string): RecruiterField[] {
  const { title, description, minutes, pay } = recruitment;
  const contactText = contact.trim() === "" ? "" : `\n\nQuestions: ${contact.trim()}`;
  return [
    { name: "Title", text: title.trim() || null },
    { name: "Description", text: description.trim() === "" ? null : description.trim() + contactText },
    { name: "Time", text: minutes === null ? null : `${minutes} ${minutes === 1 ? "minute" : "minutes"}` },
    { name: "Pay", text: pay.trim() || null },
  ];
}

/** All fields as one text, for a form with one field or for an email. */
export function recruiterText(recruitment: Recruitment, contact: string): string {
  return recruiterFields(recruitment, contact)
    .flatMap(({ name, text }) => {
      if (text === null) return [];
      return name === "Time" || name === "Pay" ? [`${name}: ${text}`] : [text];
    })
    .join("\n\n");
}

/**
 * Whether the consent page contains the amount of the stated pay. True if no amount is stated, because no comparison is
 * possible.
 */
export function isPayInConsent({ consent }: Pick<Protocol, "consent">, pay: string): boolean {
  const amount = /\d+(?:[.,]\d+)?/.exec(pay)?.[0];
  if (amount === undefined) return true;
  const amounts: string[] = consent.text.match(/\d+(?:[.,]\d+)?/g) ?? [];
  return amounts.some((stated) => Number(stated.replace(",", ".")) === Number(amount.replace(",", ".")));
}
