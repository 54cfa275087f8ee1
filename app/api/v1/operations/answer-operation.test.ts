import { describe, expect, it } from "vitest";
import { createApiToken, listApiTokens, revokeApiToken } from "@/lib/server/platform/auth/tokens/api-token.ts";
import { pool } from "@/lib/server/platform/database/pool.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { makeStudy } from "@/prisma/factories/make-study.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { handleOperation } from "./answer-operation.ts";

withTestDatabase();

const form = { name: "notebook", study: "", days: 30 } as const;

async function ask(secret: string, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const [pathname = "", query = ""] = path.split("?");
  const request = new Request(`http://localhost:3000/api/v1${pathname}?${query}`, {
    method,
    headers: {
      authorization: `Bearer ${secret}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const response = await handleOperation(request, {
    params: Promise.resolve({ operation: pathname.slice(1).split("/") }),
  });
  const text = await response.text();
  const isJson =
    response.headers.get("content-type")?.includes("json") && !response.headers.get("content-type")?.includes("jsonl");
  return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : null };
}

async function makeToken(
  options: { role?: "viewer" | "researcher" | "admin"; of?: "researcher" | "viewer" | "admin"; study?: boolean } = {},
) {
  const study = await makeStudy({ items: 2 });
  const person = await makePerson({ projectId: study.projectId, role: options.of ?? "researcher" });
  const role = options.role ?? "researcher";
  const wanted = { ...form, role, study: options.study ? study.id : "" };
  const { id, secret } = await createApiToken(person.actor, study.projectId, wanted);
  return { study, person, id, secret };
}

describe("a program with a token", () => {
  it("reads and changes the project of the token, and nothing elsewhere", async () => {
    const { study, secret, person } = await makeToken();
    const other = await makeStudy({ items: 2 });
    expect((await ask(secret, "GET", "/projects")).json.projects.map(({ id }: { id: string }) => id)).toEqual([
      study.projectId,
    ]);
    expect((await ask(secret, "GET", `/studies/${study.slug}`)).json).toMatchObject({ id: study.id, slug: study.slug });
    expect((await ask(secret, "POST", `/studies/${study.slug}/moves`, { move: "pause" })).json).toEqual({
      status: "paused",
    });
    expect((await ask(secret, "GET", `/studies/${other.id}`)).status).toBe(404);
    expect((await ask(secret, "POST", `/studies/${other.id}/moves`, { move: "pause" })).status).toBe(404);
    const [line] = await listApiTokens(person.actor, study.projectId);
    expect(line).toMatchObject({ name: "notebook", role: "researcher", ended: null, lastUsedAt: expect.any(Date) });
    expect(JSON.stringify(line)).not.toContain(secret);
  });

  it("reads only with the rights of a viewer, also where the person has more", async () => {
    const { study, secret } = await makeToken({ role: "viewer" });
    expect((await ask(secret, "GET", `/studies/${study.id}`)).status).toBe(200);
    expect((await ask(secret, "POST", `/studies/${study.id}/moves`, { move: "pause" })).status).toBe(404);
  });

  it("loses its rights with the person: a lower role, removal, a disabled account", async () => {
    const { study, secret, person } = await makeToken();
    await pool().query("UPDATE membership SET role = 'viewer' WHERE user_id = $1", [person.userId]);
    expect((await ask(secret, "POST", `/studies/${study.id}/moves`, { move: "pause" })).status).toBe(404);
    await pool().query("UPDATE membership SET role = 'annotator' WHERE user_id = $1", [person.userId]);
    expect((await ask(secret, "GET", `/studies/${study.id}`)).status).toBe(401);
    await pool().query("UPDATE membership SET role = 'researcher' WHERE user_id = $1", [person.userId]);
    await pool().query("UPDATE app_user SET disabled_at = now() WHERE id = $1", [person.userId]);
    expect((await ask(secret, "GET", `/studies/${study.id}`)).status).toBe(401);
  });

  it("reaches with a token of one study that study alone, by whatever address", async () => {
    const { study, secret, person } = await makeToken({ study: true });
    expect((await ask(secret, "GET", `/studies/${study.slug}`)).status).toBe(200);
    const copy = await ask(secret, "POST", `/studies/${study.id}/copies`);
    expect(copy.status).toBe(200);
    expect((await ask(secret, "GET", `/studies/${copy.json.id}`)).status).toBe(404);
    for (const path of [`/projects/${study.projectId}/studies`, `/benchmarks/${study.benchmarkId}`, "/projects"])
      expect((await ask(secret, "GET", path)).status).toBe(404);
    const wide = await createApiToken(person.actor, study.projectId, { ...form, role: "researcher" });
    expect((await ask(wide.secret, "GET", `/studies/${copy.json.id}`)).status).toBe(200);
  });

  it("is refused with problem details: unknown, expired, revoked, of another scheme", async () => {
    const { study, secret, person, id } = await makeToken();
    for (const wrong of [`${secret}x`, "plx_", "", secret.slice(0, -1)]) {
      const refused = await ask(wrong, "GET", `/studies/${study.id}`);
      expect(refused.status).toBe(401);
      expect(refused.headers.get("content-type")).toBe("application/problem+json");
      expect(refused.headers.get("www-authenticate")).toBe("Bearer");
      expect(refused.json).toMatchObject({
        type: "about:blank",
        title: "Not authenticated",
        status: 401,
        code: "unauthenticated",
      });
    }
    expect((await ask("", "GET", "/projects", undefined, { authorization: `Basic ${secret}` })).status).toBe(401);
    await pool().query("UPDATE api_token SET expires_at = now() WHERE id = $1", [id]);
    expect((await ask(secret, "GET", "/projects")).status).toBe(401);
    await pool().query("UPDATE api_token SET expires_at = now() + interval '1 day' WHERE id = $1", [id]);
    expect((await ask(secret, "GET", "/projects")).status).toBe(200);
    await revokeApiToken(person.actor, id);
    expect((await ask(secret, "GET", "/projects")).status).toBe(401);
  });

  it("learns which value is wrong, which methods exist, and that an unknown path is none", async () => {
    const { study, secret } = await makeToken();
    const wrong = await ask(secret, "POST", `/studies/${study.id}/moves`, { move: "explode" });
    expect(wrong.json).toMatchObject({ status: 422, code: "invalid", field: "move" });
    const other = await ask(secret, "PATCH", `/studies/${study.id}`, {});
    expect({ status: other.status, allow: other.headers.get("allow") }).toEqual({ status: 405, allow: "GET, DELETE" });
    expect((await ask(secret, "GET", "/nowhere")).json).toMatchObject({ status: 404, code: "not-found" });
  });

  it("carries out a change once for an idempotency key", async () => {
    const { study, secret } = await makeToken();
    const key = { "idempotency-key": "copy-1" };
    const [first, second] = [
      await ask(secret, "POST", `/studies/${study.id}/copies`, undefined, key),
      await ask(secret, "POST", `/studies/${study.id}/copies`, undefined, key),
    ];
    expect(second.json).toEqual(first.json);
    expect((await ask(secret, "GET", `/projects/${study.projectId}/studies`)).json.studies).toHaveLength(2);
    const other = await ask(secret, "POST", `/studies/${study.id}/moves`, { move: "pause" }, key);
    expect(other.json).toMatchObject({ status: 422, field: "Idempotency-Key" });
    const { rows } = await pool().query("SELECT body FROM api_request");
    expect(JSON.stringify(rows)).not.toContain(first.json.slug);
  });

  it("gets a study's tables as JSON lines, with participants by code", async () => {
    const { study, secret } = await makeToken();
    const items = await ask(secret, "GET", `/studies/${study.id}/records/items`);
    expect(items.headers.get("content-type")).toContain("application/jsonl");
    expect(
      items.text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line).kind),
    ).toEqual(["true-false", "true-false"]);
    expect((await ask(secret, "GET", `/studies/${study.id}/records/identities`)).status).toBe(404);
  });
});

describe("a token", () => {
  it("has at most the role of its person, and creates no other token", async () => {
    const { study, person } = await makeToken();
    await expect(createApiToken(person.actor, study.projectId, { ...form, role: "admin" })).rejects.toMatchObject({
      field: "role",
    });
    const byToken = { ...person.actor, token: { id: "x", studyId: null } };
    await expect(createApiToken(byToken, study.projectId, { ...form, role: "viewer" })).rejects.toMatchObject({
      code: "forbidden",
    });
    const stranger = await makePerson({});
    await expect(createApiToken(stranger.actor, study.projectId, { ...form, role: "viewer" })).rejects.toMatchObject({
      code: "not-found",
    });
    const elsewhere = await makeStudy({ items: 2 });
    await expect(
      createApiToken(person.actor, study.projectId, { ...form, role: "viewer", study: elsewhere.id }),
    ).rejects.toMatchObject({ field: "study" });
  });

  it("is revoked by its person or an admin of the project, and by no one else", async () => {
    const { study, secret, id } = await makeToken();
    const colleague = await makePerson({ projectId: study.projectId, role: "researcher" });
    await expect(revokeApiToken(colleague.actor, id)).rejects.toMatchObject({ code: "not-found" });
    expect(await listApiTokens(colleague.actor, study.projectId)).toEqual([]);
    const admin = await makePerson({ projectId: study.projectId, role: "admin" });
    expect(await listApiTokens(admin.actor, study.projectId)).toHaveLength(1);
    await revokeApiToken(admin.actor, id);
    expect((await ask(secret, "GET", "/projects")).status).toBe(401);
  });
});
