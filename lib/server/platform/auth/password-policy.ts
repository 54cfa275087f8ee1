import * as z from "zod";
import { boundedText } from "@/lib/domain/text.ts";
import { AppError } from "../errors/app-error.ts";
import { runInThread } from "../threads/run-in-thread.ts";

export const minimumPasswordLength = 10;

/** A new password: 10 to 200 characters of any kind, without composition rules. */
export const newPassword = boundedText(200).pipe(
  z.string().min(minimumPasswordLength, `must have at least ${minimumPasswordLength} characters`),
);

/**
 * Corresponds to at least 10^8 guesses on the scale of zxcvbn: safe against guesses at the sign-in form and against
 * slow guesses of a stolen hash.
 */
const minScore = 3;

/** Only this many characters of a password are rated: rating more takes time and does not change the result. */
const ratedLength = 100;

/**
 * Throws an error for a password that is easy to guess, with the reason and a remedy. The server rates the password
 * (zxcvbn) in a thread.
 *
 * @throws AppError at the field `password`
 */
export async function refuseGuessable(password: string, person: { email: string; name: string }): Promise<void> {
  const { passwordWorker } = await import("./password-worker.generated.ts");
  const ratedPart = password.normalize("NFKC").slice(0, ratedLength);
  const rating = await runInThread(passwordWorker, { password: ratedPart, own: listPersonalWords(person) });
  if (rating.score >= minScore) return;
  const reasons = [rating.warning, ...rating.suggestions].filter((text) => text !== null).join(" ");
  const message = `The password is easy to guess. ${reasons} Three or four unrelated words make a good password.`;
  throw new AppError("invalid", message.replace(/\s+/gu, " "), "password");
}

/**
 * Words that are easy to guess for this user: names and parts of the email address, with and without separators, and
 * the name of this application.
 */
function listPersonalWords({ email, name }: { email: string; name: string }): string[] {
  const local = email.split("@")[0] ?? "";
  const words = [email, local, ...email.split(/[@.]/), name, ...name.split(/\s+/), "parallax"];
  const compactWords = [local, name].map((text) => text.replace(/[^\p{L}\p{N}]/gu, ""));
  return [...new Set([...words, ...compactWords].map((word) => word.toLowerCase()).filter((word) => word.length >= 2))];
}
