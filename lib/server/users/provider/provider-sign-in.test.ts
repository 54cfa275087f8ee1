import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { ProviderSettings } from "@/lib/domain/provider-settings.ts";
import type { Role } from "@/lib/domain/roles.ts";
import { type IdentityProvider, makeIdentityProvider } from "@/prisma/factories/identity-provider.ts";
import { makePerson, makeProject } from "@/prisma/factories/make-person.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { changePassword } from "../../platform/auth/change-password.ts";
import { endSession } from "../../platform/auth/end-session.ts";
import { listOwnSessions } from "../../platform/auth/own-sessions.ts";
import { hashPassword } from "../../platform/auth/password.ts";
import { readSession, readSignIn } from "../../platform/auth/read-session.ts";
import { signIn } from "../../platform/auth/sign-in.ts";
import { db } from "../../platform/database/client.ts";
import { pool } from "../../platform/database/pool.ts";
import { environment } from "../../platform/environment.ts";
import { beginProviderSignIn, callbackPath, finishProviderSignIn, requireProvider } from "./provider-sign-in.ts";

withTestDatabase();

let lab: IdentityProvider;
let provider: ProviderSettings;
let project: { id: string; slug: string };

beforeAll(async () => {
  const { id } = await makeProject("Mapped");
  const { slug } = await db().project.findUniqueOrThrow({ where: { id }, select: { slug: true } });
  project = { id, slug };
  lab = await makeIdentityProvider();
  provider = {
    issuer: lab.issuer,
    clientId: "parallax",
    clientSecret: "a secret of the client",
    name: "The lab",
    scope: "openid email profile groups",
    groupsClaim: "groups",
    domains: ["example.org"],
    rules: [
      { group: "leads", project: slug, role: "admin" },
      { group: "students", project: slug, role: "annotator" },
    ],
  };
  lab.open({ ...provider, redirectUri: environment().publicUrl + callbackPath });
});
afterAll(() => lab.close());
afterEach(() => pool().query("DELETE FROM rate_limit"));

/** Goes to the provider as a browser does, until it is sent back; returns the query that it is sent back with. */
async function visit(start: URL, subject: string): Promise<string> {
  lab.isHere = subject;
  const jar = new Map<string, string>();
  let url = start;
  for (let hop = 0; hop < 8; hop += 1) {
    const cookie = [...jar].map((pair) => pair.join("=")).join("; ");
    const reply = await fetch(url, { redirect: "manual", headers: { cookie } });
    for (const one of reply.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(one) ?? [];
      jar.set(name, value);
    }
    url = new URL(reply.headers.get("location") ?? "", url);
    if (url.pathname === callbackPath) return url.search;
  }
  throw new Error(`the provider did not send the browser back from ${url}`);
}

async function comeIn(subject: string, to: string | null = null) {
  const { url, flow } = await beginProviderSignIn(provider, to);
  return await finishProviderSignIn(provider, { search: await visit(url, subject), flow, network: "" });
}

let count = 0;
/** Someone at the provider. */
function makeSubject(facts: Record<string, unknown> = {}) {
  count += 1;
  const subject = `subject-${count}`;
  const email = `person-${count}@example.org`;
  lab.people[subject] = { email, email_verified: true, name: `Person ${count}`, groups: ["students"], ...facts };
  return { subject, email };
}

async function roleOf(userId: string): Promise<Role | null> {
  const found = await db().membership.findFirst({ where: { userId, projectId: project.id }, select: { role: true } });
  return found?.role ?? null;
}

const usersNow = async () => await db().user.count();
const problem = (code: string) => ({ name: "Error", code });

describe("signing in with a provider", () => {
  it("asks with state, nonce and PKCE and comes back to the public address", async () => {
    const { url } = await beginProviderSignIn(provider, null);
    const sent = Object.fromEntries(url.searchParams);
    expect(sent).toMatchObject({
      response_type: "code",
      client_id: "parallax",
      code_challenge_method: "S256",
      redirect_uri: `${environment().publicUrl}/api/auth/oidc/callback`,
    });
    for (const secret of [sent.state, sent.nonce, sent.code_challenge]) expect(secret?.length).toBeGreaterThan(30);
    const { url: other } = await beginProviderSignIn(provider, null);
    expect(other.searchParams.get("state")).not.toBe(sent.state);
  });

  it("makes an account without a password, with the role of the groups, and a session like every other", async () => {
    const { subject, email } = makeSubject();
    const { claims, to } = await comeIn(subject, "/research/models");
    expect(to).toBe("/research/models");
    const actor = await readSession(claims);
    expect(actor).toMatchObject({ email, isOwner: false, memberships: [{ projectId: project.id, role: "annotator" }] });
    if (!actor) throw new Error("no session");
    expect(await listOwnSessions(actor, new Headers())).toMatchObject([{ id: claims.sid, isCurrent: true }]);
    await expect(signIn({ email, password: "", network: "" })).rejects.toMatchObject({ code: "invalid" });
    const change = changePassword(actor, { current: "", password: "four other dull words" });
    await expect(change).rejects.toMatchObject({ code: "invalid" });
    await endSession(claims.sid);
    expect(await readSession(claims)).toBeNull();
  });

  it("knows the person by issuer and subject afterwards, whatever the address is by then", async () => {
    const { subject } = makeSubject();
    const first = await comeIn(subject);
    lab.people[subject] = { ...lab.people[subject], email: "other@elsewhere.example", email_verified: false };
    expect((await comeIn(subject)).claims.userId).toBe(first.claims.userId);
  });

  it("links an account that has the address only if it is verified and its domain allowed", async () => {
    const { email, userId } = await makePerson({});
    const { subject } = makeSubject({ email: email.toUpperCase() });
    lab.people[subject] = { ...lab.people[subject], email_verified: false };
    await expect(comeIn(subject)).rejects.toMatchObject(problem("unverified"));
    lab.people[subject] = { ...lab.people[subject], email_verified: "true" };
    await expect(comeIn(subject)).rejects.toMatchObject(problem("unverified"));
    lab.people[subject] = { ...lab.people[subject], email_verified: true };
    expect((await comeIn(subject)).claims.userId).toBe(userId);
    // The address is given to someone else at the provider: the account stays with the first.
    const heir = makeSubject({ email });
    await expect(comeIn(heir.subject)).rejects.toMatchObject(problem("other-account"));
  });

  it.each([
    ["unverified", { email_verified: undefined }],
    ["domain", { email: "someone@example.org.evil.example" }],
    ["domain", { email: "someone@sub.example.org" }],
    ["no-email", { email: undefined }],
    ["no-email", { email: "a@b@example.org" }],
    ["no-group", { groups: ["others"] }],
    ["no-group", { groups: undefined }],
  ])("refuses with %s and stores nothing: %o", async (code, facts) => {
    const before = await usersNow();
    await expect(comeIn(makeSubject(facts).subject)).rejects.toMatchObject(problem(code));
    expect(await usersNow()).toBe(before);
  });

  it("refuses a disabled account, linked or found by its address", async () => {
    const { subject } = makeSubject();
    const { claims } = await comeIn(subject);
    await db().user.update({ where: { id: claims.userId }, data: { disabledAt: new Date() } });
    await expect(comeIn(subject)).rejects.toMatchObject(problem("disabled"));
    const { email } = await makePerson({});
    await db().user.update({ where: { email }, data: { disabledAt: new Date() } });
    await expect(comeIn(makeSubject({ email }).subject)).rejects.toMatchObject(problem("disabled"));
  });

  it("asks for the second factor like every other way", async () => {
    const { subject } = makeSubject();
    const { claims } = await comeIn(subject);
    await pool().query(
      "INSERT INTO second_factor (user_id, encrypted_secret, confirmed_at) VALUES ($1, '', clock_timestamp())",
      [claims.userId],
    );
    const again = await comeIn(subject);
    expect(await readSession(again.claims)).toBeNull();
    expect(await readSignIn(again.claims)).toMatchObject({ step: "code" });
  });
});

describe("the answer of a provider", () => {
  it("counts only in the browser that asked, and once", async () => {
    const { subject } = makeSubject();
    const [mine, theirs] = [await beginProviderSignIn(provider, null), await beginProviderSignIn(provider, null)];
    const search = await visit(mine.url, subject);
    const finish = (changed: string, flow: string | undefined) =>
      finishProviderSignIn(provider, { search: changed, flow, network: "" });
    // Login CSRF: someone else's answer in this browser, without or with a sign-in of its own.
    await expect(finish(search, undefined)).rejects.toMatchObject(problem("expired"));
    await expect(finish(search, `${mine.flow}x`)).rejects.toMatchObject(problem("expired"));
    await expect(finish(search, theirs.flow)).rejects.toMatchObject(problem("refused"));
    // Even with the state of this browser: the code is bound to the other's verifier.
    const state = theirs.url.searchParams.get("state") as string;
    const mixed = new URLSearchParams(search);
    mixed.set("state", state);
    await expect(finish(`?${mixed}`, theirs.flow)).rejects.toMatchObject(problem("refused"));
    // Mix-up: an answer that names another issuer.
    const other = new URLSearchParams(await visit(theirs.url, subject));
    other.set("iss", "https://evil.example");
    await expect(finish(`?${other}`, theirs.flow)).rejects.toMatchObject(problem("refused"));
    other.delete("iss");
    await expect(finish(`?${other}`, theirs.flow)).rejects.toMatchObject(problem("refused"));

    const third = await beginProviderSignIn(provider, null);
    const answer = await visit(third.url, subject);
    expect(await finish(answer, third.flow)).toHaveProperty("claims");
    await expect(finish(answer, third.flow)).rejects.toMatchObject(problem("refused"));
  });

  it("is not accepted for another provider than the one that was asked", async () => {
    const { url, flow } = await beginProviderSignIn(provider, null);
    const search = await visit(url, makeSubject().subject);
    const other = { ...provider, issuer: "https://evil.example" };
    await expect(finishProviderSignIn(other, { search, flow, network: "" })).rejects.toMatchObject(problem("expired"));
  });

  it("may be a refusal", async () => {
    const { url, flow } = await beginProviderSignIn(provider, null);
    const search = `?${new URLSearchParams({
      error: "access_denied",
      state: url.searchParams.get("state") as string,
      iss: provider.issuer,
    })}`;
    const finished = finishProviderSignIn(provider, { search, flow, network: "" });
    await expect(finished).rejects.toMatchObject(problem("cancelled"));
  });

  it("is limited to 60 in a quarter of an hour from one network", async () => {
    const { flow } = await beginProviderSignIn(provider, null);
    const finish = () => finishProviderSignIn(provider, { search: "?code=1", flow, network: "somewhere" });
    await expect(finish()).rejects.toMatchObject(problem("refused"));
    await pool().query("UPDATE rate_limit SET count = 60");
    await expect(finish()).rejects.toMatchObject(problem("too-many"));
  });
});

describe("groups", () => {
  it("change and take away the role at the next sign-in, and say so in the audit log", async () => {
    const { subject } = makeSubject({ groups: ["students", "leads"] });
    const { userId } = (await comeIn(subject)).claims;
    expect(await roleOf(userId)).toBe("admin");
    const keeper = await makePerson({ projectId: project.id, role: "admin" });
    lab.people[subject] = { ...lab.people[subject], groups: ["students"] };
    await comeIn(subject);
    expect(await roleOf(userId)).toBe("annotator");
    const { rows } = await pool().query(
      "SELECT before, after FROM audit_event WHERE subject_id = $1 AND action = 'membership.map-groups' ORDER BY id",
      [userId],
    );
    expect(rows).toEqual([
      { before: { role: null }, after: { role: "admin" } },
      { before: { role: "admin" }, after: { role: "annotator" } },
    ]);
    await db().membership.deleteMany({ where: { userId: keeper.userId } });
  });

  it("take away the role where none of them is mapped any more, although the sign-in is refused", async () => {
    const keeper = await makePerson({ projectId: project.id, role: "admin" });
    const { subject } = makeSubject({ groups: ["leads"] });
    const { userId } = (await comeIn(subject)).claims;
    lab.people[subject] = { ...lab.people[subject], groups: [] };
    await expect(comeIn(subject)).rejects.toMatchObject(problem("no-group"));
    expect(await roleOf(userId)).toBeNull();
    await db().membership.deleteMany({ where: { userId: keeper.userId } });
  });

  it("change no role if the provider does not send them", async () => {
    const keeper = await makePerson({ projectId: project.id, role: "admin" });
    const { subject } = makeSubject({ groups: ["leads"] });
    const { userId } = (await comeIn(subject)).claims;
    const before = await roleOf(userId);
    expect(before).not.toBeNull();
    lab.people[subject] = { ...lab.people[subject], groups: undefined };
    await expect(comeIn(subject)).rejects.toMatchObject(problem("no-group"));
    expect(await roleOf(userId)).toBe(before);
    await db().membership.deleteMany({ where: { userId: keeper.userId } });
  });

  it("leave a project its last admin", async () => {
    await db().membership.deleteMany({ where: { projectId: project.id } });
    const { subject } = makeSubject({ groups: ["leads"] });
    const { userId } = (await comeIn(subject)).claims;
    lab.people[subject] = { ...lab.people[subject], groups: ["students"] };
    await comeIn(subject);
    expect(await roleOf(userId)).toBe("admin");
  });

  it("give nothing in projects that no rule names", async () => {
    const elsewhere = await makeProject("Elsewhere");
    const { email, userId } = await makePerson({ projectId: elsewhere.id, role: "viewer" });
    await comeIn(makeSubject({ email }).subject);
    const kept = await db().membership.findFirst({
      where: { userId, projectId: elsewhere.id },
      select: { role: true },
    });
    expect(kept).toEqual({ role: "viewer" });
  });
});

describe("without a provider", () => {
  it("has no addresses of the flow where none is configured", () => {
    expect(requireProvider).toThrowError(expect.objectContaining({ code: "not-found" }));
  });

  it("lets the owner sign in with a password while it does not answer", async () => {
    const password = "plum harbour tin drum";
    const owner = await makePerson({ isOwner: true, passwordHash: await hashPassword(password, 10) });
    const closed = await makeIdentityProvider();
    await closed.close();
    const away = { ...provider, issuer: closed.issuer };
    await expect(beginProviderSignIn(away, null)).rejects.toMatchObject(problem("unavailable"));
    const claims = await signIn({ email: owner.email, password, network: "" });
    expect(await readSession(claims)).toMatchObject({ isOwner: true });
    // It is asked again the next time.
    await expect(beginProviderSignIn(provider, null)).resolves.toHaveProperty("flow");
  });
});
