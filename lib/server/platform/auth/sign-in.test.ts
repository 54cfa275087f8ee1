import { encode } from "next-auth/jwt";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { makePerson, makeProject } from "@/prisma/factories/make-person.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { db } from "../database/client.ts";
import { pool } from "../database/pool.ts";
import { withTx } from "../database/with-transaction.ts";
import { readInstallationSecret } from "../settings/installation-secret.ts";
import { changePassword } from "./change-password.ts";
import { endAllSessions, endSession } from "./end-session.ts";
import { knownBrowserCookie, makeKnownBrowserToken, readKnownBrowser } from "./known-browser.ts";
import { hashPassword, verifyPassword } from "./password.ts";
import { readSession } from "./read-session.ts";
import { sessionLimits } from "./session-cookie.ts";
import { decodeSessionToken, encodeSessionToken } from "./session-token.ts";
import { signIn } from "./sign-in.ts";
import { startSession } from "./start-session.ts";

withTestDatabase();

const password = "plum harbour tin drum";
let passwordHash: string;
beforeAll(async () => {
  passwordHash = await hashPassword(password, 10);
});

describe("signing in", () => {
  afterEach(() => pool().query("DELETE FROM rate_limit"));

  it("begins a session for the right password", async () => {
    const { email, userId } = await makePerson({ passwordHash });
    const claims = await signIn({ email, password, network: "one" });
    expect(await readSession(claims)).toMatchObject({ userId, email, isOwner: false });
  });

  it("answers a wrong password, an unknown address and a disabled account alike", async () => {
    const known = await makePerson({ passwordHash });
    const disabled = await makePerson({ passwordHash });
    await db().user.update({ where: { id: disabled.userId }, data: { disabledAt: new Date() } });
    const attempts = [
      { email: known.email, password: "another password" },
      { email: "nobody@example.org", password },
      { email: disabled.email, password },
    ];
    for (const attempt of attempts) {
      await expect(signIn({ ...attempt, network: "two" })).rejects.toMatchObject({
        code: "invalid",
        message: "The e-mail address or password is incorrect.",
        field: undefined,
      });
    }
  });

  it("refuses the eleventh attempt at an account from one network in a quarter of an hour, even the right one", async () => {
    const { email } = await makePerson({ passwordHash });
    await signIn({ email, password: "wrong", network: "three" }).catch(() => null);
    await pool().query("UPDATE rate_limit SET count = 10 WHERE count = 1 AND key LIKE 'sign-in-pair:%'");
    await expect(signIn({ email, password, network: "three" })).rejects.toMatchObject({ code: "too-many" });
    // Someone who guesses from one network shuts no one out who comes from another.
    expect(await signIn({ email, password, network: "elsewhere" })).toHaveProperty("sid");
    await pool().query("UPDATE rate_limit SET window_start = window_start - interval '16 minutes'");
    expect(await signIn({ email, password, network: "three" })).toHaveProperty("sid");
  });

  it("never shuts out a browser that has been in before, however many guess from everywhere", async () => {
    const { email } = await makePerson({ passwordHash });
    const known = await readKnownBrowser(email, await makeKnownBrowserToken(email));
    await signIn({ email, password: "wrong", network: "four" }).catch(() => null);
    await pool().query("UPDATE rate_limit SET count = 1000");
    await expect(signIn({ email, password, network: "fresh" })).rejects.toMatchObject({ code: "too-many" });
    expect(await signIn({ email, password, network: "four", knownBrowser: known })).toHaveProperty("sid");
  });

  it("counts the guesses of a browser that has been in before, too", async () => {
    const { email } = await makePerson({ passwordHash });
    const known = await readKnownBrowser(email, await makeKnownBrowserToken(email));
    await signIn({ email, password: "wrong", network: "five", knownBrowser: known }).catch(() => null);
    await pool().query("UPDATE rate_limit SET count = 10 WHERE key LIKE 'sign-in-browser:%'");
    await expect(signIn({ email, password, network: "five", knownBrowser: known })).rejects.toMatchObject({
      code: "too-many",
    });
  });

  it("knows a browser by a token of that very account only", async () => {
    const [one, other] = [await makePerson({}), await makePerson({})];
    const token = await makeKnownBrowserToken(one.email);
    expect(await readKnownBrowser(one.email, token)).toMatch(/^[0-9a-f-]{36}$/);
    expect(await readKnownBrowser(other.email, token)).toBeNull();
    expect(await readKnownBrowser(one.email, `${token}x`)).toBeNull();
    expect(await readKnownBrowser(one.email, await encodeSessionToken(one.claims))).toBeNull();
    expect(await decodeSessionToken(token)).toBeNull();
    expect((await knownBrowserCookie(one.email)).name).not.toBe((await knownBrowserCookie(other.email)).name);
  });

  it("has a cookie that is over when its time is over, also where it was opened before", async () => {
    const { email, userId } = await makePerson({ passwordHash });
    const claims = await signIn({ email, password, network: "six" });
    const token = await encodeSessionToken(claims);
    expect(await decodeSessionToken(token)).toEqual(claims);
    vi.setSystemTime(Date.now() + (sessionLimits.longestSeconds + 60) * 1_000);
    expect(await decodeSessionToken(token)).toBeNull();
    vi.useRealTimers();
    expect(await readSession(claims)).toMatchObject({ userId });
  });

  it("succeeds from a known browser under a flood by strangers, every time", async () => {
    const stored = await hashPassword(password, 14);
    const { email } = await makePerson({ passwordHash: stored });
    const knownBrowser = await readKnownBrowser(email, await makeKnownBrowserToken(email));
    let isOver = false;
    const flood = Array.from({ length: 40 }, async () => {
      while (!isOver) await verifyPassword("a guess", stored).catch(() => new Promise((next) => setImmediate(next)));
    });
    try {
      for (let attempt = 0; attempt < 6; attempt += 1) {
        expect(await signIn({ email, password, network: "", knownBrowser })).toHaveProperty("sid");
      }
    } finally {
      isOver = true;
      await Promise.all(flood);
    }
  });

  it("refuses at once, and says when to come back, while more passwords wait to be hashed than is sound", async () => {
    // A hash that is cheap to compare: the queue is the same.
    const stored = `scrypt$4$8$1$AAAAAAAAAAAAAAAAAAAAAA$${"A".repeat(43)}`;
    const results = await Promise.allSettled(Array.from({ length: 40 }, () => verifyPassword(password, stored)));
    const refused = results.filter((result) => result.status === "rejected");
    expect(refused).toHaveLength(40 - 18);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: "too-many", retryAfterSeconds: 5 });
  });

  it("keeps no address and no network in the table of attempts", async () => {
    const { email } = await makePerson({ passwordHash });
    await signIn({ email, password, network: "203.0.113.7" });
    const { rows } = await pool().query("SELECT key FROM rate_limit");
    expect(rows.length).toBeGreaterThan(0);
    for (const { key } of rows) expect(key).toMatch(/^sign-in-(?:account|network|pair):[\w-]{43}$/);
  });
});

describe("a session", () => {
  it("ends at once when its row is deleted", async () => {
    const { claims } = await makePerson({});
    await endSession(claims.sid);
    expect(await readSession(claims)).toBeNull();
  });

  it("ends at once in every browser when all are ended, and another person's goes on", async () => {
    const { userId, claims } = await makePerson({});
    const other = await makePerson({});
    const second = await startSession(userId);
    await withTx((client) => endAllSessions(client, userId));
    expect(await readSession(claims)).toBeNull();
    expect(second && (await readSession(second))).toBeNull();
    expect(await readSession(other.claims)).not.toBeNull();
  });

  it("is not brought back by its row when the version has gone on", async () => {
    const { userId, claims } = await makePerson({});
    await db().user.update({ where: { id: userId }, data: { sessionVersion: { increment: 1 } } });
    expect(await readSession(claims)).toBeNull();
  });

  it("ends when the account is disabled", async () => {
    const { userId, claims } = await makePerson({});
    await db().user.update({ where: { id: userId }, data: { disabledAt: new Date() } });
    expect(await readSession(claims)).toBeNull();
    expect(await startSession(userId)).toBeNull();
  });

  it("ends after twelve hours without use, and not a minute earlier", async () => {
    const { claims } = await makePerson({});
    const age = (interval: string) =>
      pool().query("UPDATE auth_session SET last_seen_at = clock_timestamp() - $2::interval WHERE id = $1", [
        claims.sid,
        interval,
      ]);
    await age("11 hours 59 minutes");
    expect(await readSession(claims)).not.toBeNull();
    const { rows } = await pool().query(
      "SELECT last_seen_at > clock_timestamp() - interval '1 minute' AS is_fresh FROM auth_session WHERE id = $1",
      [claims.sid],
    );
    expect(rows[0].is_fresh).toBe(true);
    await age("12 hours 1 second");
    expect(await readSession(claims)).toBeNull();
  });

  it("lasts 30 days at most, and 12 hours for those who manage people", async () => {
    const project = await makeProject();
    const hours = async (sid: string) => {
      const { rows } = await pool().query(
        "SELECT round(extract(epoch FROM expires_at - created_at) / 3600)::int AS hours FROM auth_session WHERE id = $1",
        [sid],
      );
      return rows[0].hours;
    };
    const researcher = await makePerson({ projectId: project.id, role: "researcher" });
    const admin = await makePerson({ projectId: project.id, role: "admin" });
    const owner = await makePerson({ isOwner: true });
    expect(await hours(researcher.claims.sid)).toBe(720);
    expect(await hours(admin.claims.sid)).toBe(12);
    expect(await hours(owner.claims.sid)).toBe(12);
    await pool().query("UPDATE auth_session SET expires_at = clock_timestamp() - interval '1 second' WHERE id = $1", [
      owner.claims.sid,
    ]);
    expect(await readSession(owner.claims)).toBeNull();
  });

  it("reads the role anew each time", async () => {
    const project = await makeProject();
    const { userId, claims } = await makePerson({ projectId: project.id, role: "viewer" });
    await db().membership.updateMany({ where: { userId }, data: { role: "admin" } });
    expect((await readSession(claims))?.memberships).toEqual([{ projectId: project.id, role: "admin" }]);
    await db().membership.deleteMany({ where: { userId } });
    expect((await readSession(claims))?.memberships).toEqual([]);
  });
});

describe("the cookie's token", () => {
  it("carries the ids there and back and nothing else", async () => {
    const { claims } = await makePerson({});
    const token = await encodeSessionToken(claims);
    expect(await decodeSessionToken(token)).toEqual(claims);
  });

  it("is refused when it is forged, damaged, expired or of another kind", async () => {
    const { claims } = await makePerson({});
    const token = await encodeSessionToken(claims);
    const secret = await readInstallationSecret();
    const unsigned = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.`;
    const refused = [
      "",
      "nonsense",
      unsigned,
      `${token.slice(0, -4)}AAAA`,
      await encode({ token: claims, secret: "another secret of someone else" }),
      await encode({ token: claims, secret, maxAge: -60 }),
      await encode({ token: claims, secret, salt: "password reset" }),
      await encode({ token: { userId: claims.userId, sessionVersion: 1 }, secret }),
      await encode({ token: { ...claims, sid: "not an id" }, secret }),
    ];
    for (const one of refused) expect(await decodeSessionToken(one)).toBeNull();
  });
});

describe("changing one's password", () => {
  it("asks for the current one, ends the other sessions and begins a new one", async () => {
    const { actor, email, claims } = await makePerson({ passwordHash });
    const wrong = changePassword(actor, { current: "wrong", password: "four other dull words" });
    await expect(wrong).rejects.toMatchObject({ code: "invalid", field: "current" });
    const guessable = changePassword(actor, { current: password, password: "password1234" });
    await expect(guessable).rejects.toMatchObject({ code: "invalid", field: "password" });
    const begun = await changePassword(actor, { current: password, password: "four other dull words" });
    expect(await readSession(claims)).toBeNull();
    expect(await readSession(begun)).not.toBeNull();
    await expect(signIn({ email, password, network: "three" })).rejects.toMatchObject({ code: "invalid" });
    expect(await signIn({ email, password: "four other dull words", network: "three" })).toHaveProperty("sid");
  });
});
