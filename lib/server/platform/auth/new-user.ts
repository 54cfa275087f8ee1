import { randomUUID } from "node:crypto";
import type { PoolClient } from "pg";
import * as z from "zod";
import { requiredText } from "@/lib/domain/text.ts";
import { sql } from "../database/sql.ts";
import { emailAddress } from "./email-address.ts";
import { hashPassword } from "./password.ts";
import { newPassword, refuseGuessable } from "./password-policy.ts";

/** The data that a new user enters. */
export const newUserSchema = z.strictObject({
  name: requiredText(120),
  email: emailAddress,
  password: newPassword,
});
export type NewUser = z.infer<typeof newUserSchema>;

export interface PreparedUser {
  name: string;
  email: string;
  /** Null for a user who signs in with the identity provider. */
  passwordHash: string | null;
}

/** A user ready to be stored: the password is checked and hashed before any lock is acquired. */
export async function prepareUser(user: NewUser): Promise<PreparedUser> {
  const name = user.name.trim();
  await refuseGuessable(user.password, { email: user.email, name });
  return { name, email: user.email, passwordHash: await hashPassword(user.password) };
}

/** Stores a user and returns the ID. The database refuses a second user with the same address. */
export async function storeUser(
  client: PoolClient,
  { name, email, passwordHash }: PreparedUser,
  { isOwner }: { isOwner: boolean },
): Promise<string> {
  const id = randomUUID();
  await client.query(sql`
    INSERT INTO app_user (id, name, email, password_hash, is_owner)
    VALUES (${id}::uuid, ${name}, ${email}, ${passwordHash}, ${isOwner}::boolean)
  `);
  return id;
}
