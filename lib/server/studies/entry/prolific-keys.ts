import type { JWK } from "jose";
import * as z from "zod";
import { pool } from "../../platform/database/pool.ts";
import { rowCountOf } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { environment } from "../../platform/environment.ts";
import { boundedBytes, collectBytes } from "../../platform/files/bounded-bytes.ts";
import { log } from "../../platform/log/log.ts";
import { getSetting, setSetting } from "../../platform/settings/setting.ts";

const settingKey = "prolific-keys";

/** Keys older than this are fetched again, as Prolific recommends. */
const refetchAfterMs = 24 * 3_600_000;

/** Minimum interval between fetches by all processes together, even if many tokens name unknown keys. */
const secondsBetweenFetches = 60;

/** How long a process uses cached keys before it reads the database again. */
const cacheMs = 30_000;

const maxAnswerBytes = 256 * 1024;

/** A public RSA key for signatures. Unknown fields are dropped; a private key is rejected. */
const keySchema = z
  .looseObject({
    kty: z.literal("RSA"),
    kid: z.string().min(1).max(200),
    n: z.string().regex(/^[\w-]{300,2000}$/, "is not the modulus of an RSA key of at least 2,048 bits"),
    e: z.string().regex(/^[\w-]{2,12}$/),
    alg: z.literal("RS256").optional(),
    use: z.literal("sig").optional(),
  })
  .refine((key) => !("d" in key), { message: "is a private key" })
  .transform(({ kty, kid, n, e }): PublicKey => ({ kty, kid, n, e, alg: "RS256", use: "sig" }));

type PublicKey = Pick<JWK, "kty" | "n" | "e" | "use"> & { kid: string; alg: "RS256" };

/** A JSON Web Key Set as Prolific publishes it and operators paste it. */
export const keySetSchema = z.looseObject({ keys: z.array(keySchema).min(1).max(50) });

const storedSchema = z.object({
  keys: z.array(keySchema),
  /** Whether an operator pasted the keys. Fetched keys never replace pasted ones. */
  isPasted: z.boolean(),
  /** When the keys were last received; null if none were received. */
  at: z.iso.datetime().nullable(),
});
type ProlificKeys = z.infer<typeof storedSchema>;

const noKeys: ProlificKeys = { keys: [], isPasted: false, at: null };

let cachedKeys: { databaseUrl: string; readAt: number; keys: ProlificKeys } | null = null;
let currentFetch: Promise<boolean> | null = null;

/** The current keys for verifying tokens, without fetching any. */
export async function readProlificKeys(): Promise<ProlificKeys> {
  const { databaseUrl } = environment();
  if (cachedKeys?.databaseUrl === databaseUrl && performance.now() - cachedKeys.readAt < cacheMs) {
    return cachedKeys.keys;
  }
  const keys = (await getSetting(settingKey, storedSchema)) ?? noKeys;
  cachedKeys = { databaseUrl, readAt: performance.now(), keys };
  return keys;
}

/** Stores keys that an operator pasted; null returns to fetching them. */
export async function storeProlificKeys(keys: ProlificKeys["keys"] | null): Promise<void> {
  await setSetting(settingKey, keys === null ? noKeys : { keys, isPasted: true, at: new Date().toISOString() });
  cachedKeys = null;
}

/**
 * The keys for a token that names `keyId`. Fetches them if the key is unknown, and in the background if they are a day
 * old; if that fails, the stored keys are used. `isCurrent` is false if the key is unknown and could not be fetched;
 * the token then cannot be verified.
 */
export async function findKeysForToken(keyId: string): Promise<{ keys: PublicKey[]; isCurrent: boolean }> {
  const storedKeys = await readProlificKeys();
  const hasKey = storedKeys.keys.some(({ kid }) => kid === keyId);
  if (storedKeys.isPasted) return { keys: storedKeys.keys, isCurrent: true };
  if (hasKey) {
    if (Date.now() - Date.parse(storedKeys.at ?? "") > refetchAfterMs) void fetchOnce();
    return { keys: storedKeys.keys, isCurrent: true };
  }
  const isFetched = await fetchOnce();
  const { keys, at } = await readProlificKeys();
  const isJustFetched = at !== null && Date.now() - Date.parse(at) < secondsBetweenFetches * 1_000;
  return { keys, isCurrent: isFetched || isJustFetched };
}

/**
 * Allows one fetch at a time in this process, and one per minute in all processes. Returns whether keys were received.
 */
function fetchOnce(): Promise<boolean> {
  currentFetch ??= fetchKeysOnce().finally(() => {
    currentFetch = null;
  });
  return currentFetch;
}

async function fetchKeysOnce(): Promise<boolean> {
  try {
    const claimedRows = await rowCountOf(
      pool(),
      sql`INSERT INTO setting AS turn (key, value, updated_at)
       VALUES (${`${settingKey}-fetch`}, '{}', clock_timestamp())
       ON CONFLICT (key) DO UPDATE SET updated_at = clock_timestamp()
       WHERE turn.updated_at < clock_timestamp() - make_interval(secs => ${secondsBetweenFetches})`,
    );
    if (claimedRows === 0) return false;
    const keys = await fetchKeys(environment().prolificKeysUrl);
    const fetchedKeys: ProlificKeys = { keys, isPasted: false, at: new Date().toISOString() };
    // Keys that an operator pasted in the meantime are kept.
    await pool().query(
      sql`INSERT INTO setting AS known (key, value, updated_at)
       VALUES (${settingKey}, ${JSON.stringify(fetchedKeys)}, clock_timestamp())
       ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at
       WHERE (known.value ->> 'isPasted')::boolean IS NOT TRUE`,
    );
    cachedKeys = null;
    return true;
  } catch (error) {
    log("warn", "The keys of Prolific could not be fetched.", { reason: error instanceof Error ? error.message : "" });
    return false;
  }
}

async function fetchKeys(url: string): Promise<PublicKey[]> {
  const answer = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(5_000) });
  if (!answer.ok || !answer.body) throw new Error(`the answer was ${answer.status}`);
  const bytes = await collectBytes(
    boundedBytes(answer.body, maxAnswerBytes, () => new Error("the answer is too long")),
  );
  return keySetSchema.parse(JSON.parse(new TextDecoder().decode(bytes))).keys;
}
