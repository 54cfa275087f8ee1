import { z } from "zod";
import { requiredText } from "@/lib/domain/text.ts";
import { AppError } from "../errors/app-error.ts";
import { emailAddress } from "./email-address.ts";
import { hashPassword } from "./password.ts";
import { newPassword, refuseGuessable } from "./password-policy.ts";

/** What somebody who gets an account tells about themselves. */
export const newUserSchema = z.strictObject({
  name: requiredText(120),
  email: emailAddress,
  password: newPassword,
});
export type NewUser = z.infer<typeof newUserSchema>;

/** An account ready to be stored: the password is checked and hashed, before any lock is taken. */
export async function prepareUser(user: NewUser): Promise<{ name: string; email: string; passwordHash: string }> {
  const name = user.name.trim();
  const reason = refuseGuessable(user.password, { email: user.email, name });
  if (reason) throw new AppError("invalid", `The password ${reason}.`, "password");
  return { name, email: user.email, passwordHash: await hashPassword(user.password) };
}
