import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { base64url, type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { POST as resume } from "@/app/api/v1/sessions/resume/route.ts";
import { POST as begin } from "@/app/api/v1/sessions/route.ts";
import { openArrivalRules } from "@/lib/domain/survey/arrival-rules.ts";
import type { Actor } from "@/lib/server/platform/access/access.ts";
import { readSession } from "@/lib/server/platform/auth/read-session.ts";
import type { SessionClaims } from "@/lib/server/platform/auth/session-token.ts";
import { pool } from "@/lib/server/platform/database/pool.ts";
import { environment } from "@/lib/server/platform/environment.ts";
import { setSetting } from "@/lib/server/platform/settings/setting.ts";
import { readProlificKeys, storeProlificKeys } from "@/lib/server/studies/entry/prolific-keys.ts";
import { setProlificKeys } from "@/lib/server/studies/entry/set-prolific-keys.ts";
import { makePerson, makeProject } from "@/prisma/factories/make-person.ts";
import { type MadeStudy, makeStudy, withoutDwell } from "@/prisma/factories/make-study.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { GET as consentPage } from "./[study]/route.ts";

withTestDatabase();

const person = { PROLIFIC_PID: "5f3c1a2b4d5e6f7a8b9c0d1e", STUDY_ID: "6".repeat(24), SESSION_ID: "7".repeat(24) };
const query = new URLSearchParams(person).toString();

let server: Server;
let signingKey: CryptoKey;
let publicKey: JWK;
let served: { status: number; keys: JWK[]; fetched: number };
let study: MadeStudy;

beforeAll(async () => {
  server = createServer((_request, answer) => {
    served.fetched += 1;
    answer.writeHead(served.status, { "content-type": "application/json" }).end(JSON.stringify({ keys: served.keys }));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  process.env.PARALLAX_PROLIFIC_KEYS_URL = `http://127.0.0.1:${port}/.well-known/study/jwks.json`;
  ({ signingKey, publicKey } = await makeKey("first"));
  const rules = JSON.stringify({ ...openArrivalRules, identity: "signed" });
  study = await makeStudy({
    protocol: (protocol) => ({
      ...withoutDwell(protocol),
      recruiter: { kind: "prolific", name: "", idParameter: "", otherParameters: [] },
    }),
  });
  await pool().query("UPDATE study SET arrival_rules = $2 WHERE id = $1", [study.id, rules]);
});

afterAll(() => {
  delete process.env.PARALLAX_PROLIFIC_KEYS_URL;
  server.close();
});

beforeEach(async () => {
  served = { status: 200, keys: [publicKey], fetched: 0 };
  await storeProlificKeys(null);
  await allowFetch();
  await pool().query("DELETE FROM session WHERE study_id = $1", [study.id]);
});

/** As if the last fetch was long ago. */
async function allowFetch(): Promise<void> {
  await pool().query("DELETE FROM setting WHERE key = 'prolific-keys-fetch'");
}

async function makeKey(kid: string): Promise<{ signingKey: CryptoKey; publicKey: JWK }> {
  const pair = await generateKeyPair("RS256", { extractable: true });
  const key = await exportJWK(pair.publicKey);
  return { signingKey: pair.privateKey, publicKey: { ...key, kid, alg: "RS256", use: "sig", key_ops: ["verify"] } };
}

interface Claims {
  aud?: string | string[];
  iss?: string;
  prolific?: Record<string, unknown>;
  expires?: number | null;
  kid?: string;
  key?: CryptoKey;
}

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds;

async function sign(claims: Claims = {}): Promise<string> {
  const { aud = `${environment().publicUrl}/s/${study.slug}?${query}`, iss = "https://www.prolific.com" } = claims;
  const token = new SignJWT({ prolific: claims.prolific ?? { ...person, workspace_id: "w1" } })
    .setProtectedHeader({ alg: "RS256", kid: claims.kid ?? "first", typ: "JWT" })
    .setAudience(aud)
    .setIssuer(iss);
  if (claims.expires !== null) token.setExpirationTime(claims.expires ?? inSeconds(300));
  return await token.sign(claims.key ?? signingKey);
}

async function open(search: string): Promise<{ status: number; html: string; fields: Record<string, string> }> {
  const request = new Request(`http://localhost/s/${study.slug}?${search}`);
  const response = await consentPage(request, { params: Promise.resolve({ study: study.slug }) });
  const html = await response.text();
  const hidden = [...html.matchAll(/<input type="hidden"[^>]*? name="([^"]+)" value="([^"]*)"/g)];
  return { status: response.status, html, fields: Object.fromEntries(hidden.map((match) => [match[1], match[2]])) };
}

function form(fields: Record<string, string>): Request {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return new Request("http://localhost/api", { method: "POST", body: new URLSearchParams(fields), headers });
}

/** The token of the session that a form began or continued; null where it was refused. */
async function tokenOf(answer: Promise<Response>): Promise<string | null> {
  return /^\/s\/[^/?]+\/([^?]+)/.exec((await answer).headers.get("location") ?? "")?.[1] ?? null;
}

async function countSessions(): Promise<number> {
  const { rows } = await pool().query("SELECT count(*)::int AS n FROM session WHERE study_id = $1", [study.id]);
  return rows[0].n;
}

async function actorOf(claims: SessionClaims): Promise<Actor> {
  const actor = await readSession(claims);
  if (!actor) throw new Error("no session was begun");
  return actor;
}

describe("a study that requires signed arrivals from Prolific", () => {
  it("lets in whoever brings a valid token, in whatever parameter, and nobody without one", async () => {
    expect((await open(query)).status).toBe(403);
    const token = await sign();
    for (const name of ["prolific_token", "jwt"]) {
      const { status, fields } = await open(`${query}&${name}=${token}`);
      expect(status, name).toBe(200);
      expect(fields).toMatchObject({ ...person, prolific_token: token });
    }
    const { fields } = await open(`${query}&prolific_token=${token}`);
    expect(await tokenOf(begin(form({ ...fields, consent: "yes" })))).toBe(fields.token);
    for (const aud of ["localhost", environment().publicUrl, ["https://other.example", environment().publicUrl]])
      expect((await open(`${query}&prolific_token=${await sign({ aud })}`)).html).toContain(
        "Continue where you stopped",
      );
    expect(served.fetched).toBe(1);
  });

  it("refuses a token of another key, algorithm, audience, issuer, time, person or study", async () => {
    const other = await makeKey("first");
    const header = (alg: string) => base64url.encode(JSON.stringify({ alg, kid: "first", typ: "JWT" }));
    const [, payload = "", signature = ""] = (await sign()).split(".");
    const secret = new TextEncoder().encode(JSON.stringify(publicKey).padEnd(32));
    const symmetric = await new SignJWT({ prolific: { ...person, workspace_id: "w1" } })
      .setProtectedHeader({ alg: "HS256", kid: "first" })
      .setAudience(environment().publicUrl)
      .setExpirationTime("5m")
      .sign(secret);
    const claims: [string, string | Promise<string>][] = [
      ["another key", sign({ key: other.signingKey })],
      ["no algorithm", `${header("none")}.${payload}.`],
      ["no algorithm, signed", `${header("none")}.${payload}.${signature}`],
      ["a symmetric algorithm", symmetric],
      ["a changed header", `${header("RS512")}.${payload}.${signature}`],
      ["another audience", sign({ aud: "https://elsewhere.example/" })],
      ["a look-alike audience", sign({ aud: `${environment().publicUrl}.elsewhere.example` })],
      ["another study", sign({ aud: `${environment().publicUrl}/s/other?${query}` })],
      ["another issuer", sign({ iss: "https://prolific.com.elsewhere.example" })],
      ["a past time", sign({ expires: inSeconds(-120) })],
      ["no time", sign({ expires: null })],
      ["another person", sign({ prolific: { ...person, PROLIFIC_PID: "a".repeat(24), workspace_id: "w1" } })],
      ["another submission", sign({ prolific: { ...person, SESSION_ID: "8".repeat(24), workspace_id: "w1" } })],
      ["fewer parameters than the link", sign({ prolific: { PROLIFIC_PID: person.PROLIFIC_PID, workspace_id: "w1" } })],
      ["no workspace", sign({ prolific: { ...person } })],
    ];
    for (const [what, token] of claims) {
      const { status, fields } = await open(`${query}&prolific_token=${await token}`);
      expect(status, what).toBe(403);
      expect(fields, what).toEqual({});
    }
    // Clocks may differ a little.
    expect((await open(`${query}&prolific_token=${await sign({ expires: inSeconds(-30) })}`)).status).toBe(200);
    expect(await countSessions()).toBe(0);
  });

  it("gives the form a proof that is good for that form, person and study only", async () => {
    const { fields } = await open(`${query}&prolific_token=${await sign()}`);
    const stranger = { ...fields, PROLIFIC_PID: "a".repeat(24) };
    const { arrival_proof: proof = "", ...unproved } = fields;
    const late = proof.replace(/^\d+/, String(inSeconds(999_999)));
    const attempts = [
      stranger,
      unproved,
      { ...fields, token: "x".repeat(43) },
      { ...fields, arrival_proof: late },
      { ...fields, arrival_proof: "1.".padEnd(66, "0") },
    ];
    for (const attempt of attempts) expect(await tokenOf(begin(form({ ...attempt, consent: "yes" })))).toBeNull();
    expect(await countSessions()).toBe(0);
    // The token itself may expire while the page is being read.
    expect(await tokenOf(begin(form({ ...fields, consent: "yes" })))).toBe(fields.token);
  });

  it("continues a session on a second device by a token, and for nobody else", async () => {
    const token = await sign();
    const first = await open(`${query}&prolific_token=${token}`);
    await begin(form({ ...first.fields, consent: "yes" }));
    const stranger = await open(query);
    expect(stranger.html).not.toContain("/api/v1/sessions/resume");
    const second = await open(`${query}&prolific_token=${await sign()}`);
    const third = await open(`${query}&prolific_token=${await sign()}`);
    expect(second.html).toContain("/api/v1/sessions/resume");
    const { arrival_proof: _proof, ...unproved } = second.fields;
    expect(await tokenOf(resume(form(unproved)))).toBeNull();
    expect(await tokenOf(resume(form({ ...second.fields, token: third.fields.token ?? "" })))).toBeNull();
    // Two devices at once: both are redirected, and one session has one current address.
    const both = await Promise.all([resume(form(second.fields)), resume(form(third.fields))]);
    expect(both.map(({ status }) => status)).toEqual([303, 303]);
    expect(await countSessions()).toBe(1);
    const { rows } = await pool().query(
      "SELECT count(*)::int AS n FROM earlier_token JOIN session ON session.id = session_id WHERE study_id = $1",
      [study.id],
    );
    expect(rows[0].n).toBe(2);
  });

  it("begins one session when one person opens two devices at once", async () => {
    const pages = await Promise.all([0, 1].map(async () => open(`${query}&prolific_token=${await sign()}`)));
    const answers = await Promise.all(pages.map(({ fields }) => begin(form({ ...fields, consent: "yes" }))));
    expect(await countSessions()).toBe(1);
    const loser = answers.map((answer) => answer.headers.get("location") ?? "").find((to) => to.includes("?"));
    // The other device is redirected to its link, token included, which offers to continue.
    expect((await open(loser?.split("?")[1] ?? "")).html).toContain("/api/v1/sessions/resume");
  });
});

describe("the keys of Prolific", () => {
  it("are fetched once, again for a new key, and at most once a minute for unknown ones", async () => {
    const next = await makeKey("second");
    expect((await open(`${query}&prolific_token=${await sign()}`)).status).toBe(200);
    served.keys = [publicKey, next.publicKey];
    await allowFetch();
    expect((await open(`${query}&prolific_token=${await sign({ kid: "second", key: next.signingKey })}`)).status).toBe(
      200,
    );
    expect(served.fetched).toBe(2);
    const unknown = await Promise.all(
      Array.from({ length: 30 }, async (_, at) => open(`${query}&jwt=${await sign({ kid: `unknown-${at}` })}`)),
    );
    expect(unknown.every(({ status }) => status === 403)).toBe(true);
    expect(served.fetched).toBe(2);
    await allowFetch();
    await Promise.all(
      Array.from({ length: 30 }, async (_, at) => open(`${query}&jwt=${await sign({ kid: `new-${at}` })}`)),
    );
    expect(served.fetched).toBe(3);
  });

  it("are asked for by nobody whose link has no token, nor in a study that requires no signature", async () => {
    await open(query);
    const plain = await makeStudy();
    const request = new Request(`http://localhost/s/${plain.slug}?${query}&prolific_token=${await sign()}`);
    expect((await consentPage(request, { params: Promise.resolve({ study: plain.slug }) })).status).toBe(200);
    expect(served.fetched).toBe(0);
  });

  it("stay in use while Prolific cannot be reached, and without any the arrival is told to try again", async () => {
    served.status = 500;
    const { status, html } = await open(`${query}&prolific_token=${await sign()}`);
    expect(status).toBe(503);
    expect(html).toContain("could not be checked yet");
    served.status = 200;
    await allowFetch();
    expect((await open(`${query}&prolific_token=${await sign()}`)).status).toBe(200);
    served.status = 500;
    await allowFetch();
    await pool().query(
      `UPDATE setting SET value = value || '{"at": "2020-01-01T00:00:00.000Z"}' WHERE key = 'prolific-keys'`,
    );
    expect((await open(`${query}&prolific_token=${await sign()}`)).status).toBe(200);
  });

  it("are fetched again after a day, so that a key which Prolific withdrew is no longer accepted", async () => {
    const token = `prolific_token=${await sign()}`;
    expect((await open(`${query}&${token}`)).status).toBe(200);
    served.keys = [(await makeKey("second")).publicKey];
    await allowFetch();
    expect((await open(`${query}&${token}`)).status).toBe(200);
    expect(served.fetched).toBe(1);
    const { keys } = await readProlificKeys();
    // Also forgets what this process remembers.
    await storeProlificKeys(null);
    await setSetting("prolific-keys", { keys, isPasted: false, at: new Date(Date.now() - 25 * 3_600_000) });
    expect((await open(`${query}&${token}`)).status).toBe(200);
    await expect.poll(async () => (await readProlificKeys()).keys.map(({ kid }) => kid)).toEqual(["second"]);
    expect((await open(`${query}&${token}`)).status).toBe(403);
    expect(served.fetched).toBe(2);
  });

  it("can be pasted by an owner, and are then never fetched; private and other keys are refused", async () => {
    const project = await makeProject("Keys");
    const owner = await actorOf((await makePerson({ projectId: project.id, role: "admin", isOwner: true })).claims);
    const admin = await actorOf((await makePerson({ projectId: project.id, role: "admin" })).claims);
    const pasted = (keys: unknown[]) => JSON.stringify({ keys });
    await expect(setProlificKeys(admin, pasted([publicKey]))).rejects.toMatchObject({ code: "not-found" });
    const refused = ["{", "{}", pasted([]), pasted([{ ...publicKey, d: "x" }]), pasted([{ ...publicKey, n: "AQAB" }])];
    for (const text of [...refused, pasted([{ kty: "oct", k: "c2VjcmV0", kid: "first" }])])
      await expect(setProlificKeys(owner, text), text).rejects.toMatchObject({ code: "invalid", field: "keys" });
    await setProlificKeys(owner, pasted([publicKey]));
    expect((await open(`${query}&prolific_token=${await sign()}`)).status).toBe(200);
    expect((await open(`${query}&prolific_token=${await sign({ kid: "unknown" })}`)).status).toBe(403);
    expect(served.fetched).toBe(0);
  });
});
