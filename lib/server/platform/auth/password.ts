import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { createBoundedQueue, QueueFullError } from "../concurrency/bounded-queue.ts";
import { AppError } from "../errors/app-error.ts";

/** OWASP's figures for scrypt: 128 MB and about a third of a second for each guess. */
const cost = { logN: 17, r: 8, p: 1 };
const keyLength = 32;

/**
 * The stored form of a password: `scrypt$17$8$1$salt$key`, with the parameters and the salt. Tests that sign in often
 * use a smaller `logN`; each step down halves the cost of a guess.
 */
export async function hashPassword(password: string, logN = cost.logN): Promise<string> {
  const salt = randomBytes(16);
  // The queue of known browsers: setting a password requires a link, a session or the old password.
  const key = await derive(password, salt, { ...cost, logN }, "known");
  return ["scrypt", logN, cost.r, cost.p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

/**
 * Whether a password matches a stored hash. With `null` (no such account) the check takes equally long and returns
 * false, so that the time does not reveal which addresses have accounts.
 *
 * @param asker "known": a browser that has signed in to this account before; it has a separate queue
 */
export async function verifyPassword(
  password: string,
  stored: string | null,
  asker: BrowserKind = "stranger",
): Promise<boolean> {
  const parsed = parse(stored ?? dummyHash);
  if (!parsed) throw new RangeError("a stored password hash has an unknown form");
  const key = await derive(password, parsed.salt, parsed.cost, asker);
  return timingSafeEqual(key, parsed.key) && stored !== null;
}

const dummyHash = `scrypt$${cost.logN}$${cost.r}$${cost.p}$AAAAAAAAAAAAAAAAAAAAAA$${"A".repeat(43)}`;

function parse(stored: string): { cost: typeof cost; salt: Buffer; key: Buffer } | null {
  const [scheme, logN, r, p, salt, key] = stored.split("$");
  if (scheme !== "scrypt" || !salt || !key) return null;
  return {
    cost: { logN: Number(logN), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, "base64url"),
    key: Buffer.from(key, "base64url"),
  };
}

type BrowserKind = "known" | "stranger";

/**
 * At most two checks for unknown browsers and one for known browsers run at a time, because each takes 128 MB; the
 * queues are short enough for a browser's timeout. Many sign-ins at once must not exhaust the memory or the thread
 * pool, and unknown browsers must not lock out people who have signed in before.
 */
const queues = {
  stranger: createBoundedQueue({ running: 2, waiting: 16 }),
  known: createBoundedQueue({ running: 1, waiting: 16 }),
};

async function derive(
  password: string,
  salt: Buffer,
  { logN, r, p }: typeof cost,
  asker: BrowserKind,
): Promise<Buffer> {
  const N = 2 ** logN;
  // Keyboards may encode characters that look the same differently; normalization makes the passwords equal.
  const work = () => deriveScryptKey(password.normalize("NFKC"), salt, { N, r, p, maxmem: 256 * N * r });
  return await queues[asker].run(work).catch((error: unknown) => {
    if (!(error instanceof QueueFullError)) throw error;
    throw new AppError(
      "too-many",
      "Too many people are signing in right now. Please try again in a few seconds.",
      undefined,
      5,
    );
  });
}

function deriveScryptKey(password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, keyLength, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
