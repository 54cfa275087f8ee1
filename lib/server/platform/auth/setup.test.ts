import { beforeEach, describe, expect, it } from "vitest";
import { makeProject } from "@/prisma/factories/make-person.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { db } from "../database/client.ts";
import { pool } from "../database/pool.ts";
import { completeSetup } from "./complete-setup.ts";
import { readSession } from "./read-session.ts";
import { ensureSetupLink, isSetupOpen } from "./setup-link.ts";

withTestDatabase();

const newUser = (number: number) => ({
  name: "Ada Quill",
  email: `ada${number}@example.org`,
  password: "plum harbour tin drum",
});
const tokenOf = (path: string | null) => new URL(path ?? "", "http://localhost").searchParams.get("token") ?? "";

beforeEach(async () => {
  await pool().query("TRUNCATE app_user, setup_token, project CASCADE");
});

describe("the set-up link", () => {
  it("makes the first owner, admin of a first project, and signs them in", async () => {
    const token = tokenOf(await ensureSetupLink());
    expect(await isSetupOpen(token)).toBe(true);
    const actor = await readSession(await completeSetup(token, newUser(1)));
    const project = await db().project.findFirstOrThrow();
    expect(project.name).toBe("My first project");
    expect(actor).toMatchObject({
      email: "ada1@example.org",
      isOwner: true,
      memberships: [{ projectId: project.id, role: "admin" }],
    });
  });

  it("makes the owner admin of the project that is there already", async () => {
    const project = await makeProject("Demo");
    await completeSetup(tokenOf(await ensureSetupLink()), newUser(1));
    expect(await db().project.count()).toBe(1);
    expect(await db().membership.findFirstOrThrow()).toMatchObject({ projectId: project.id, role: "admin" });
  });

  it("works once: neither it nor an earlier link can be used again, and no new one is made", async () => {
    const earlier = tokenOf(await ensureSetupLink());
    const token = tokenOf(await ensureSetupLink());
    await completeSetup(token, newUser(1));
    expect(await isSetupOpen(token)).toBe(false);
    expect(await isSetupOpen(earlier)).toBe(false);
    await expect(completeSetup(token, newUser(2))).rejects.toMatchObject({ code: "gone" });
    await expect(completeSetup(earlier, newUser(2))).rejects.toMatchObject({ code: "gone" });
    expect(await ensureSetupLink()).toBeNull();
    expect(await db().user.count()).toBe(1);
  });

  it("makes one owner when two use two links at the same time", async () => {
    const [one, two] = [tokenOf(await ensureSetupLink()), tokenOf(await ensureSetupLink())];
    const results = await Promise.allSettled([completeSetup(one, newUser(1)), completeSetup(two, newUser(2))]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await db().user.count()).toBe(1);
  });

  it("is void after a week and for a made-up token, and leaves nothing in the database that would open it", async () => {
    const token = tokenOf(await ensureSetupLink());
    const { rows } = await pool().query("SELECT row_to_json(setup_token)::text AS row FROM setup_token");
    expect(rows[0].row).not.toContain(token);
    await pool().query("UPDATE setup_token SET expires_at = clock_timestamp() - interval '1 second'");
    expect(await isSetupOpen(token)).toBe(false);
    expect(await isSetupOpen("made-up")).toBe(false);
    await expect(completeSetup(token, newUser(1))).rejects.toMatchObject({ code: "gone" });
  });

  it("looks at its token before it does anything dear", async () => {
    const user = { name: "Nobody", email: "nobody@example.org", password: "seven green lamps at noon" };
    // More at once than may wait for a hash; each gets the error about its link, so none of them waited for one.
    for (const attempt of await Promise.allSettled(Array.from({ length: 30 }, () => completeSetup("made-up", user))))
      expect(attempt).toMatchObject({ status: "rejected", reason: { code: "gone" } });
  });

  it("stays good when the account is refused", async () => {
    const token = tokenOf(await ensureSetupLink());
    const guessable = completeSetup(token, { ...newUser(1), password: "adaquill2026" });
    await expect(guessable).rejects.toMatchObject({ code: "invalid", field: "password" });
    expect(await isSetupOpen(token)).toBe(true);
  });
});
