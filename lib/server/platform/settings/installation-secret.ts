import { randomBytes } from "node:crypto";
import * as z from "zod";
import { environment } from "../environment.ts";
import { ensureSetting } from "./setting.ts";

let remembered: { databaseUrl: string; secret: string } | null = null;

/**
 * What cookies and keyed hashes are made with: `PARALLAX_SECRET`, or one that the database made up at first need and
 * keeps, so that all processes share it. Whoever reads the database could forge sessions with the latter; the former is
 * better for an installation that others can reach.
 */
export async function installationSecret(): Promise<string> {
  const { secret, databaseUrl } = environment();
  if (secret) return secret;
  if (remembered?.databaseUrl !== databaseUrl) {
    const made = randomBytes(32).toString("base64url");
    remembered = { databaseUrl, secret: await ensureSetting("installation-secret", z.string().min(32), made) };
  }
  return remembered.secret;
}
