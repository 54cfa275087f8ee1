import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";

/** OWASP's figures for scrypt: 128 MB and about a third of a second for each guess. */
const cost = { logN: 17, r: 8, p: 1 };
const keyLength = 32;

/** A password as it is stored: `scrypt$17$8$1$salt$key`, parameters and salt beside the key. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, cost);
  return ["scrypt", cost.logN, cost.r, cost.p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

/**
 * Whether a password belongs to a stored hash. With `null` (no such account) it takes as long and answers no, so that
 * the time does not tell which addresses have accounts.
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const parsed = parse(stored ?? absent);
  if (!parsed) throw new RangeError("a stored password hash has an unknown form");
  const key = await derive(password, parsed.salt, parsed.cost);
  return timingSafeEqual(key, parsed.key) && stored !== null;
}

const absent = `scrypt$${cost.logN}$${cost.r}$${cost.p}$AAAAAAAAAAAAAAAAAAAAAA$${"A".repeat(43)}`;

function parse(stored: string): { cost: typeof cost; salt: Buffer; key: Buffer } | null {
  const [scheme, logN, r, p, salt, key] = stored.split("$");
  if (scheme !== "scrypt" || !salt || !key) return null;
  return {
    cost: { logN: Number(logN), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, "base64url"),
    key: Buffer.from(key, "base64url"),
  };
}

/** Two at a time: each takes 128 MB, and a burst of sign-ins must not take the machine's memory. */
let running = 0;
const waiting: (() => void)[] = [];

async function derive(password: string, salt: Buffer, { logN, r, p }: typeof cost): Promise<Buffer> {
  if (running >= 2) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    const N = 2 ** logN;
    // Letters that look alike and are typed differently on another keyboard must give the same password.
    return await scryptKey(password.normalize("NFKC"), salt, { N, r, p, maxmem: 256 * N * r });
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

function scryptKey(password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, keyLength, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
