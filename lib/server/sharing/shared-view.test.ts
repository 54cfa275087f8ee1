import { beforeAll, describe, expect, it } from "vitest";
import { GET as getFile } from "@/app/api/v1/shared/[token]/[file]/route.ts";
import { analysisPlanSchema } from "@/lib/domain/results/plan/analysis-plan.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { type MadeStudy, makeStudy } from "@/prisma/factories/make-study.ts";
import { startWalker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { makeImportSource } from "../items/import-lines.ts";
import { importPredictions } from "../models/import-predictions.ts";
import type { Actor } from "../platform/access/access.ts";
import { hashUserToken } from "../platform/auth/token.ts";
import { pool } from "../platform/database/pool.ts";
import { saveAnalysisPlan } from "../studies/draft/study-plan.ts";
import { listInterimViews, recordInterimView } from "../studies/interim-views.ts";
import { moveStudy } from "../studies/run/move-study.ts";
import { listSharedFiles, loadSharedResults } from "./load-shared-results.ts";
import { openSharedView } from "./open-shared-view.ts";
import { createSharedView, listSharedViews, revokeSharedView } from "./shared-view.ts";

withTestDatabase();

const models = ["Zebra 7B", "Aardvark"];
const plan = analysisPlanSchema.parse({
  models,
  margin: 0.1,
  marginReason: "Zebra 7B differs by less.",
  family: { method: "holm", alpha: 0.05, tests: [{ kind: "model-against-people" }] },
});
const conditions = ["no-story", "story"].flatMap((story) =>
  ["true-false", "false-true"].map((questionOrder) => ({ story, questionOrder })),
);
const someone = new Headers({ "x-forwarded-for": "203.0.113.7" });

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

describe("a shared view", () => {
  let study: MadeStudy;
  let actor: Actor;
  let viewer: Actor;
  let stranger: Actor;
  const create = (changes: object = {}) =>
    createSharedView(actor, study.id, { label: "Reviewer 2", days: 30, isBlinded: false, ...changes });
  const open = (token: string) => openSharedView(token, someone);

  beforeAll(async () => {
    study = await makeStudy({ items: 2, open: false });
    actor = (await makePerson({ projectId: study.projectId, role: "researcher" })).actor;
    viewer = (await makePerson({ projectId: study.projectId, role: "viewer" })).actor;
    stranger = (await makePerson({})).actor;
    await saveAnalysisPlan(actor, study.id, plan, "");
    const rows = models.flatMap((model) =>
      [1, 2].flatMap((item) =>
        conditions.map((condition) => ({ model, item: `item-${item}`, condition, answer: "true" })),
      ),
    );
    await importPredictions({
      projectId: study.projectId,
      benchmarkId: study.benchmarkId,
      source: "secret-run-name",
      actorId: null,
      ...makeImportSource("p.jsonl", bytesOf(rows.map((row) => JSON.stringify(row)).join("\n"))),
    });
    await moveStudy(actor, study.id, "open");
    for (let person = 0; person < 3; person += 1) await walkTo(await startWalker(study), 5, { choice: "true" });
  });

  it("is created by researchers of the project, and its token is stored only as a hash", async () => {
    for (const one of [viewer, stranger])
      await expect(createSharedView(one, study.id, { label: "x", days: 1, isBlinded: false })).rejects.toMatchObject({
        code: "not-found",
      });
    const { id, token } = await create();
    const { rows } = await pool().query("SELECT to_jsonb(shared_view)::text AS row FROM shared_view");
    expect(rows.map(({ row }) => row).join()).toContain(hashUserToken(token));
    expect(rows.map(({ row }) => row).join()).not.toContain(token);
    expect(await listSharedViews(study.id)).toMatchObject([
      { id, label: "Reviewer 2", ending: token.slice(-4), openings: 0, lastUsedAt: null, ended: null },
    ]);
    const { rows: audited } = await pool().query(
      "SELECT action, after FROM audit_event WHERE subject_id = $1 AND action = 'study.share'",
      [study.id],
    );
    expect(audited).toMatchObject([{ after: { label: "Reviewer 2", days: 30, isBlinded: false } }]);
    expect(JSON.stringify(audited)).not.toContain(token);
  });

  it("records each opening as an interim view, beside the views of the installation", async () => {
    const { token } = await create({ label: "Counted" });
    const before = await listInterimViews(study.id);
    for (let time = 0; time < 3; time += 1) expect(await open(token)).toMatchObject({ studyId: study.id });
    const { rows } = await pool().query(
      "SELECT count(*)::int AS n FROM audit_event WHERE action = 'study.look' AND after ->> 'by' LIKE '%Counted%'",
    );
    expect(rows).toEqual([{ n: 3 }]);
    const [newest, ...rest] = await listInterimViews(study.id);
    expect(newest).toMatchObject({ by: "shared view “Counted”", openings: 3, filled: 3, status: "open" });
    expect(rest).toEqual(before);
    await recordInterimView({ ...actor, userId: null }, { id: study.id, projectId: study.projectId, stage: "main" });
    expect((await listInterimViews(study.id))[0]).toMatchObject({ by: "the command line", openings: 1 });
    expect((await listSharedViews(study.id)).find(({ label }) => label === "Counted")).toMatchObject({ openings: 3 });
  });

  it("is not valid when it is unknown, expired or revoked, and only writers revoke it", async () => {
    expect(await open("x".repeat(43))).toBeNull();
    const { id, token } = await create();
    for (const one of [viewer, stranger])
      await expect(revokeSharedView(one, study.id, id)).rejects.toMatchObject({ code: "not-found" });
    const other = await makeStudy({ open: false });
    const { actor: neighbour } = await makePerson({ projectId: other.projectId, role: "researcher" });
    await expect(revokeSharedView(neighbour, other.id, id)).rejects.toMatchObject({ code: "not-found" });
    expect(await open(token)).not.toBeNull();
    await revokeSharedView(actor, study.id, id);
    expect(await open(token)).toBeNull();
    const expiring = await create();
    await pool().query("UPDATE shared_view SET expires_at = clock_timestamp() WHERE id = $1", [expiring.id]);
    expect(await open(expiring.token)).toBeNull();
    expect((await listSharedViews(study.id)).map(({ ended }) => ended)).toEqual(
      expect.arrayContaining(["expired", "revoked", null]),
    );
  });

  it("shows verdict, figures and methods with the names of the models", async () => {
    const { token } = await create();
    const shared = await loadSharedResults((await open(token))!);
    expect(shared!.page.results.series.map(({ model }) => model).sort()).toEqual([...models].sort());
    expect(shared!.flow!.consort.arrived).toBe(3);
    expect(shared!.methods!.join("\n")).toContain("secret-run-name");
    const files = new Map((await listSharedFiles((await open(token))!))!.map((file) => [file.name, file.content]));
    expect([...files.keys()]).toEqual(expect.arrayContaining(["headline.svg", "consort.svg", "comparisons.csv"]));
    expect(files.get("comparisons.csv")).toContain("Aardvark");
    const lines = (files.get("comparisons.jsonl") ?? "").trimEnd().split("\n");
    expect(JSON.stringify(lines.map((line) => JSON.parse(line)))).toContain("Aardvark");
  });

  it("serves no file any more once it is revoked or has expired", async () => {
    const views = [await create(), await create()];
    const names = (await listSharedFiles((await open(views[0]!.token))!))!.map(({ name }) => name);
    const statuses = async () => {
      const asked = views.flatMap(({ token }) =>
        [...names, "headline.csv?columns=x", "none"].map((file) => [token, file]),
      );
      const found: number[] = [];
      // One after the other: only a few downloads may run at once, and others are told to try again.
      for (const [token = "", file = ""] of asked) {
        const request = new Request(`http://localhost/api/v1/shared/${token}/${file}`);
        found.push((await getFile(request, { params: Promise.resolve({ token, file: file.split("?")[0] }) })).status);
      }
      return found;
    };
    const before = await statuses();
    expect(before.filter((status) => status === 200)).toHaveLength(2 * names.length);
    await revokeSharedView(actor, study.id, views[0]!.id);
    await pool().query("UPDATE shared_view SET expires_at = clock_timestamp() WHERE id = $1", [views[1]!.id]);
    expect(new Set(await statuses())).toEqual(new Set([404]));
  });

  it("names neither models nor conditions when it is blinded, with the same numbers", async () => {
    const [named, blinded] = await Promise.all(
      [false, true].map(async (isBlinded) => (await open((await create({ isBlinded })).token))!),
    );
    const [page, other] = [await loadSharedResults(named!), await loadSharedResults(blinded!)];
    expect(other!.page.results.series.map(({ model }) => model)).toEqual(["Model A", "Model B"]);
    expect(other!.page.results.conditions.map(({ label }) => label)).toEqual([1, 2, 3, 4].map((n) => `Condition ${n}`));
    expect(other!.prepared.totals).toEqual(page!.prepared.totals);
    const differences = (one: typeof page) =>
      one!.prepared.comparisons.models.map(({ sides }) => sides.majority.difference.value);
    expect(differences(other).sort()).toEqual(differences(page).sort());
    const files = await listSharedFiles(blinded!);
    const said = [...other!.methods!, ...files!.map(({ content }) => content), JSON.stringify(other!.page.plan)].join(
      "\n",
    );
    for (const hidden of [...models, "secret-run-name", "no-story", "questionOrder"])
      expect(said.toLowerCase()).not.toContain(hidden.toLowerCase());
    expect(other!.methods!.join("\n")).toContain("Model A");
    expect(other!.methods!.join("\n")).not.toContain("SHA-256 ");
  });

  it("is refused for ten minutes after too many openings, of a network and of a link", async () => {
    const { token } = await create();
    const from = (address: string) => openSharedView(token, new Headers({ "x-forwarded-for": address }));
    let refused = 0;
    for (let time = 0; time < 121; time += 1) await from("198.51.100.4").catch(() => (refused += 1));
    expect(refused).toBe(1);
    await expect(
      openSharedView("y".repeat(43), new Headers({ "x-forwarded-for": "198.51.100.4" })),
    ).rejects.toMatchObject({ code: "too-many" });
    for (let time = 0; time < 80; time += 1) await from(`198.51.101.${time}`);
    await expect(from("198.51.102.1")).rejects.toMatchObject({ code: "too-many" });
  });
});
