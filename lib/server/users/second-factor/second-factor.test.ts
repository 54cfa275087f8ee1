import { TOTP } from "otpauth";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { makePerson, makeProject } from "@/prisma/factories/make-person.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { changePassword } from "../../platform/auth/change-password.ts";
import { hashPassword } from "../../platform/auth/password.ts";
import { readSession, readSignIn } from "../../platform/auth/read-session.ts";
import type { SessionClaims } from "../../platform/auth/session-token.ts";
import { signIn } from "../../platform/auth/sign-in.ts";
import { startSession } from "../../platform/auth/start-session.ts";
import { pool } from "../../platform/database/pool.ts";
import { acceptAsSignedIn, acceptWithPassword } from "../accept-invitation.ts";
import { invite } from "../invite.ts";
import { completeReset, createOperatorResetLink } from "../reset-link.ts";
import { confirmSignIn } from "./confirm-sign-in.ts";
import {
  beginSecondFactor,
  confirmSecondFactor,
  getOwnSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from "./own-second-factor.ts";
import { requiredRolesSchema, setRequiredRoles } from "./required-roles.ts";
import { resetSecondFactor } from "./reset-second-factor.ts";

withTestDatabase();

const password = "plum harbour tin drum";
let passwordHash: string;
beforeAll(async () => {
  passwordHash = await hashPassword(password, 10);
});
// In the middle of a time step, so that no code ages while a test runs.
beforeEach(() => void vi.setSystemTime(Math.floor(Date.now() / 30_000) * 30_000 + 15_000));
afterEach(async () => {
  vi.useRealTimers();
  await pool().query("DELETE FROM rate_limit");
  await pool().query("DELETE FROM setting WHERE key = 'second-factor-roles'");
});

/** Someone with an app; `code` is the app's, some steps of 30 s from now. */
async function makeEnrolled(options: Parameters<typeof makePerson>[0] = {}) {
  const person = await makePerson({ ...options, passwordHash });
  const begun = await stateOf(person.claims);
  await beginSecondFactor(begun, { current: password });
  const secret = (await getOwnSecondFactor(begun))?.setup?.key ?? "";
  const code = (steps = 0) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
  const { codes, claims } = await confirmSecondFactor(begun, code(-1));
  return { ...person, claims, earlier: person.claims, codes, code, secret };
}

async function stateOf(claims: SessionClaims | null) {
  const state = claims && (await readSignIn(claims));
  if (!claims || !state) throw new Error("no sign-in");
  return { ...state, claims };
}

const enter = async (email: string) => await stateOf(await signIn({ email, password, network: "" }));
const wrong = { code: "invalid", field: "code" };

describe("setting up an app", () => {
  it("asks for the password first and stores the secret encrypted and the recovery codes hashed", async () => {
    const { claims } = await makePerson({ passwordHash });
    const begun = await stateOf(claims);
    const guess = beginSecondFactor(begun, { current: "another password" });
    await expect(guess).rejects.toMatchObject({ code: "invalid", field: "current" });
    expect(await getOwnSecondFactor(begun)).toBeNull();
    const { codes, secret } = await makeEnrolled();
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^(?:[A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
    const { rows } = await pool().query("SELECT f, c FROM second_factor f, recovery_code c");
    const stored = JSON.stringify(rows);
    for (const text of [secret, ...codes, ...codes.map((code) => code.replaceAll("-", ""))]) {
      expect(stored).not.toContain(text);
    }
  });

  it("counts only after a code of the app, within an hour, and shows the secret no more", async () => {
    const { claims } = await makePerson({ passwordHash });
    const begun = await stateOf(claims);
    await beginSecondFactor(begun, { current: password });
    expect((await stateOf(claims)).step).toBe("complete");
    await expect(confirmSecondFactor(begun, "000000")).rejects.toMatchObject(wrong);
    await pool().query("UPDATE second_factor SET created_at = created_at - interval '2 hours' WHERE user_id = $1", [
      claims.userId,
    ]);
    expect(await getOwnSecondFactor(begun)).toBeNull();
    const enrolled = await makeEnrolled();
    const now = await stateOf(enrolled.claims);
    expect(await getOwnSecondFactor(now)).toMatchObject({ setup: null, recoveryCodesLeft: 10 });
    await expect(beginSecondFactor(now, { current: password })).rejects.toMatchObject({ code: "conflict" });
  });

  it("ends every other session and goes on under a new id", async () => {
    const person = await makePerson({ passwordHash });
    const other = await startSession(person.userId);
    const begun = await stateOf(person.claims);
    await beginSecondFactor(begun, { current: password });
    const key = (await getOwnSecondFactor(begun))?.setup?.key ?? "";
    const { claims } = await confirmSecondFactor(begun, new TOTP({ secret: key }).generate());
    expect(other && (await readSignIn(other))).toBeNull();
    expect(await readSignIn(person.claims)).toBeNull();
    expect(await readSession(claims)).not.toBeNull();
  });
});

describe("signing in with an app", () => {
  it("opens nothing after the password alone, and everything after the code, under a new id", async () => {
    const { email, code } = await makeEnrolled();
    const begun = await enter(email);
    expect(begun.step).toBe("code");
    expect(await readSession(begun.claims)).toBeNull();
    await expect(confirmSignIn(begun, "000000", null)).rejects.toMatchObject(wrong);
    expect(await readSession(begun.claims)).toBeNull();
    const complete = await confirmSignIn(begun, code(), null);
    expect(await readSession(complete)).toMatchObject({ email });
    expect(await readSignIn(begun.claims)).toBeNull();
  });

  it("accepts a code once, also when two requests send it at the same time", async () => {
    const { email, code } = await makeEnrolled();
    const [one, two] = [await enter(email), await enter(email)];
    const results = await Promise.allSettled([confirmSignIn(one, code(), null), confirmSignIn(two, code(), null)]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const three = await enter(email);
    await expect(confirmSignIn(three, code(), null)).rejects.toMatchObject(wrong);
    // A code of an earlier step is older than one that was accepted.
    await expect(confirmSignIn(three, code(-1), null)).rejects.toMatchObject(wrong);
    expect(await confirmSignIn(three, code(1), null)).toHaveProperty("sid");
  });

  it("accepts each recovery code once, however it is typed, and no code of someone else", async () => {
    const { email, userId, codes } = await makeEnrolled();
    const stranger = await makeEnrolled();
    const [first = "", second = ""] = codes;
    await expect(confirmSignIn(await enter(stranger.email), first, null)).rejects.toMatchObject(wrong);
    await confirmSignIn(await enter(email), first.toLowerCase().replaceAll("-", " "), null);
    await expect(confirmSignIn(await enter(email), first, null)).rejects.toMatchObject(wrong);
    const complete = await stateOf(await confirmSignIn(await enter(email), second, null));
    expect(await getOwnSecondFactor(complete)).toMatchObject({ recoveryCodesLeft: 8 });
    const { rows } = await pool().query("SELECT action FROM audit_event WHERE subject_id = $1 ORDER BY id", [userId]);
    expect(rows.map(({ action }) => action)).toEqual([
      "account.set-up-second-factor",
      "account.use-recovery-code",
      "account.use-recovery-code",
    ]);
  });

  it("limits guesses per person and not per session, and counts a known browser by itself", async () => {
    const { email, code } = await makeEnrolled();
    for (let guess = 0; guess < 10; guess += 1) {
      await expect(confirmSignIn(await enter(email), "000000", null)).rejects.toMatchObject(wrong);
    }
    await expect(confirmSignIn(await enter(email), code(), null)).rejects.toMatchObject({ code: "too-many" });
    expect(await confirmSignIn(await enter(email), code(), "a browser")).toHaveProperty("sid");
    await pool().query("UPDATE rate_limit SET window_start = window_start - interval '16 minutes', count = 50");
    await expect(confirmSignIn(await enter(email), code(1), null)).rejects.toMatchObject({ code: "too-many" });
  });

  it("waits for the code a quarter of an hour", async () => {
    const { email } = await makeEnrolled();
    const { claims } = await enter(email);
    await pool().query("UPDATE auth_session SET created_at = created_at - interval '15 minutes' WHERE id = $1", [
      claims.sid,
    ]);
    expect(await readSignIn(claims)).toBeNull();
  });

  it("lets no one who knows only the password see, replace, renew or remove the factor", async () => {
    const { email, code } = await makeEnrolled();
    const begun = await enter(email);
    const refused = { code: "unauthenticated" };
    await expect(beginSecondFactor(begun, { current: password })).rejects.toMatchObject(refused);
    await expect(confirmSecondFactor(begun, code())).rejects.toMatchObject(refused);
    await expect(renewRecoveryCodes(begun, code())).rejects.toMatchObject(refused);
    await expect(removeSecondFactor(begun, code())).rejects.toMatchObject(refused);
    expect((await getOwnSecondFactor(begun))?.setup).toBeNull();
  });

  it("is asked for the code after a reset link, too, and not after a change of password within", async () => {
    const { email, claims } = await makeEnrolled();
    const link = (await createOperatorResetLink(email)) ?? "";
    const token = new URL(link, "http://localhost").searchParams.get("token") ?? "";
    expect(await readSession(claims)).not.toBeNull();
    const begun = await stateOf(await completeReset({ token, password: "four other dull words" }));
    expect(begun.step).toBe("code");
    const other = await makeEnrolled();
    const { actor } = await stateOf(other.claims);
    const changed = await changePassword(actor, { current: password, password: "four other dull words" });
    expect(await readSession(changed)).not.toBeNull();
  });

  it("joins no project by an invitation before the code", async () => {
    const project = await makeProject();
    const admin = await makePerson({ projectId: project.id, role: "admin" });
    const { email, code } = await makeEnrolled();
    const { path } = await invite(admin.actor, { projectId: project.id, email, role: "viewer" });
    const token = path.split("/").at(-1) ?? "";
    const asker = { network: "", findBrowser: async () => null };
    const begun = await stateOf(await acceptWithPassword(token, password, asker));
    expect(begun).toMatchObject({ step: "code", actor: { memberships: [] } });
    const { actor } = await stateOf(await confirmSignIn(begun, code(), null));
    await acceptAsSignedIn(token, actor);
    expect((await stateOf(await startSession(begun.claims.userId))).actor.memberships).toHaveLength(1);
  });
});

describe("keeping and removing an app", () => {
  it("renews recovery codes and removes the app after a code only", async () => {
    const { claims, email, codes, code } = await makeEnrolled();
    const own = await stateOf(claims);
    await expect(renewRecoveryCodes(own, "000000")).rejects.toMatchObject(wrong);
    const renewed = await renewRecoveryCodes(own, code());
    await expect(removeSecondFactor(own, codes[0] ?? "")).rejects.toMatchObject(wrong);
    await removeSecondFactor(own, renewed.codes[0] ?? "");
    expect((await enter(email)).step).toBe("complete");
  });

  it("is reset at the command line, which ends every session", async () => {
    const { email, claims, userId } = await makeEnrolled();
    expect(await resetSecondFactor("nobody@example.org")).toBe("no account");
    expect(await resetSecondFactor(email)).toBe("reset");
    expect(await resetSecondFactor(email)).toBe("no second factor");
    expect(await readSignIn(claims)).toBeNull();
    expect((await enter(email)).step).toBe("complete");
    const { rows } = await pool().query(
      "SELECT actor_id, reason FROM audit_event WHERE subject_id = $1 AND action = 'account.reset-second-factor'",
      [userId],
    );
    expect(rows).toEqual([{ actor_id: null, reason: "command line" }]);
  });
});

describe("a second factor required for a role", () => {
  it("leads members of the role to set one up, from their next request on, and no one else", async () => {
    const project = await makeProject();
    const owner = await makePerson({ isOwner: true });
    const researcher = await makePerson({ projectId: project.id, role: "researcher", passwordHash });
    const viewer = await makePerson({ projectId: project.id, role: "viewer" });
    await expect(setRequiredRoles(researcher.actor, { researcher: "on" })).rejects.toMatchObject({ code: "not-found" });
    await setRequiredRoles(owner.actor, requiredRolesSchema.parse({ researcher: "on" }));
    expect(await readSession(researcher.claims)).toBeNull();
    expect((await stateOf(researcher.claims)).step).toBe("enrol");
    expect(await readSession(viewer.claims)).not.toBeNull();
    expect(await readSession(owner.claims)).not.toBeNull();
    const begun = await stateOf(researcher.claims);
    await beginSecondFactor(begun, { current: password });
    expect((await stateOf(researcher.claims)).step).toBe("enrol");
    const key = (await getOwnSecondFactor(begun))?.setup?.key ?? "";
    const { claims } = await confirmSecondFactor(begun, new TOTP({ secret: key }).generate());
    expect(await readSession(claims)).not.toBeNull();
    await setRequiredRoles(owner.actor, { admin: "on" });
    expect((await stateOf(owner.claims)).step).toBe("enrol");
  });
});
