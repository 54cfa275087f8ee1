import { z } from "zod";
import { requiredText } from "@/lib/domain/text.ts";
import { AppError } from "../http/app-error.ts";
import { emailAddress } from "./email-address.ts";
import { hashPassword } from "./password.ts";
import { newPassword, refuseGuessable } from "./password-policy.ts";

/** What somebody who gets an account tells about themselves. */
export const newAccountSchema = z.strictObject({
  name: requiredText(120),
  email: emailAddress,
  password: newPassword,
});
export type NewAccount = z.infer<typeof newAccountSchema>;

/** An account ready to be stored: the password is checked and hashed, before any lock is taken. */
export async function prepareAccount(
  account: NewAccount,
): Promise<{ name: string; email: string; passwordHash: string }> {
  const name = account.name.trim();
  const reason = refuseGuessable(account.password, { email: account.email, name });
  if (reason) throw new AppError("invalid", `The password ${reason}.`, "password");
  return { name, email: account.email, passwordHash: await hashPassword(account.password) };
}
