import { beforeAll, describe, expect, it } from "vitest";
import { defaultAnalysisPlan } from "@/lib/domain/results/plan/analysis-plan.ts";
import { frozenHash } from "@/lib/domain/results/plan/frozen-protocol.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { type MadeStudy, makeStudy } from "@/prisma/factories/make-study.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { importItems } from "../../items/import-items.ts";
import type { Actor } from "../../platform/access/access.ts";
import { getStudyChainHead } from "../../platform/audit/chain/chain-head.ts";
import { extendChains } from "../../platform/audit/chain/extend-chains.ts";
import { pool } from "../../platform/database/pool.ts";
import { listInterimViews, recordInterimView, recordInterimViewAt } from "../interim-views.ts";
import { moveStudy } from "../run/move-study.ts";
import { amendForKeys } from "./amend-for-keys.ts";
import { getStudyDraft } from "./get-study-draft.ts";
import { getStudyPlan, saveAnalysisPlan } from "./study-plan.ts";
import { updateStudy } from "./update-study.ts";

withTestDatabase();

let study: MadeStudy;
let researcher: Actor;
let viewer: Actor;
let stranger: Actor;

beforeAll(async () => {
  study = await makeStudy({ open: false });
  researcher = (await makePerson({ projectId: study.projectId, role: "researcher" })).actor;
  viewer = (await makePerson({ projectId: study.projectId, role: "viewer" })).actor;
  stranger = (await makePerson({})).actor;
});

const plan = { ...defaultAnalysisPlan(), margin: 0.05 };

async function commitment() {
  const found = await getStudyPlan(researcher, study.id);
  if (!found) throw new Error("is not there");
  return found;
}

describe("a study's commitment", () => {
  it("is planned freely until the study is opened, by those who may change it", async () => {
    expect(await commitment()).toMatchObject({ plan: defaultAnalysisPlan(), freezes: [] });
    for (const actor of [viewer, stranger]) {
      await expect(saveAnalysisPlan(actor, study.id, plan, "")).rejects.toMatchObject({ code: "not-found" });
    }
    await expect(saveAnalysisPlan(researcher, study.id, { ties: "sometimes" }, "")).rejects.toMatchObject({
      code: "invalid",
    });
    await saveAnalysisPlan(researcher, study.id, plan, "", "https://osf.io/abc");
    expect(await commitment()).toMatchObject({ plan, registration: "https://osf.io/abc", freezes: [] });
    expect(await getStudyPlan(stranger, study.id)).toBeNull();
  });

  it("says who saw how people answer, once a day for each person, and once more after the lock", async () => {
    const open = await makeStudy();
    const { actor } = await makePerson({ projectId: open.projectId, role: "researcher" });
    const facts = { id: open.id, projectId: open.projectId, stage: "main" };
    await recordInterimView(actor, { ...facts, stage: "simulation" });
    await recordInterimViewAt(stranger, open.id);
    expect(await listInterimViews(open.id)).toEqual([]);
    await recordInterimView(actor, facts);
    await recordInterimViewAt(actor, open.slug);
    expect(await listInterimViews(open.id)).toMatchObject([{ filled: 0, status: "open" }]);
    await moveStudy(actor, open.id, "pause");
    await recordInterimViewAt(actor, open.slug);
    await moveStudy(actor, open.id, "close");
    await recordInterimViewAt(actor, open.slug);
    expect((await listInterimViews(open.id)).map(({ status }) => status)).toEqual(["open"]);
    const { actor: colleague } = await makePerson({ projectId: open.projectId, role: "researcher" });
    await recordInterimViewAt(colleague, open.slug);
    await pool().query("UPDATE study SET locked_at = clock_timestamp() WHERE id = $1", [open.id]);
    await recordInterimViewAt(actor, open.slug);
    await recordInterimViewAt(actor, open.slug);
    expect((await listInterimViews(open.id)).map(({ status }) => status)).toEqual(["locked", "closed", "open"]);
  });

  it("is frozen by the first opening, once, with its hash", async () => {
    await moveStudy(researcher, study.id, "open");
    await moveStudy(researcher, study.id, "pause");
    await moveStudy(researcher, study.id, "reopen");
    const { freezes } = await commitment();
    expect(freezes).toMatchObject([{ number: 1, reason: "", hasData: false, changes: [] }]);
    expect(freezes[0]?.document).toMatchObject({ plan, items: { length: 4 } });
    expect(freezes[0]?.hash).toBe(freezes[0] && frozenHash(freezes[0].document));
    await expect(pool().query("UPDATE protocol_freeze SET reason = 'x'")).rejects.toThrow();
  });

  it("is amended only with a reason, and shows what the amendment changes", async () => {
    const wider = { ...plan, margin: 0.1 };
    await expect(saveAnalysisPlan(researcher, study.id, wider, " ")).rejects.toMatchObject({ field: "reason" });
    expect(await commitment()).toMatchObject({ plan, freezes: { length: 1 } });
    await extendChains();
    const chain = await getStudyChainHead(pool(), study.id);
    await saveAnalysisPlan(researcher, study.id, wider, "A reviewer asked for it.");
    const edited = await getStudyDraft(researcher, study.id);
    if (!edited) throw new Error("no form");
    const { name, description, protocol } = edited.draft;
    const change = { name, description, protocol: { ...protocol, contact: "desk@example.org" } };
    await expect(updateStudy(researcher, study.id, edited.revision, change)).rejects.toMatchObject({ field: "reason" });
    await updateStudy(researcher, study.id, edited.revision, change, "People asked whom to write to.");
    const { freezes } = await commitment();
    expect(freezes.map(({ number, reason }) => [number, reason])).toEqual([
      [1, ""],
      [2, "A reviewer asked for it."],
      [3, "People asked whom to write to."],
    ]);
    // The first version was frozen before the chain had a batch; the page shows the heads.
    expect(freezes.map(({ auditHead }) => auditHead)).toEqual([null, chain?.head, chain?.head]);
    expect(chain?.head).toMatch(/^[0-9a-f]{64}$/);
    expect(freezes[1]?.changes).toEqual([{ path: "plan.margin", before: "0.05", after: "0.1" }]);
    expect(freezes[2]?.changes).toEqual([{ path: "protocol.contact", before: "", after: "desk@example.org" }]);
  });

  it("is amended when an import corrects the key of an item that it asks", async () => {
    const own = await makeStudy({ open: false, items: 2 });
    const { actor } = await makePerson({ projectId: own.projectId, role: "researcher" });
    await moveStudy(actor, own.id, "open");
    const correct = (reason = "") =>
      importItems({
        projectId: own.projectId,
        benchmarkName: `Benchmark of ${own.slug}`,
        fileName: "corrected.jsonl",
        lines: correctedLines(),
        actorId: actor.userId,
        onKeysCorrected: (client, benchmarkId) => amendForKeys(client, benchmarkId, actor.userId, reason),
      });
    await expect(correct(" ")).rejects.toMatchObject({
      field: "reason",
      message: expect.stringContaining(`“Study ${own.slug}”`),
    });
    expect(await correct("A reader found the error.")).toMatchObject({ keysCorrected: 1 });
    expect(await correct()).toMatchObject({ keysCorrected: 0 });
    const found = await getStudyPlan(actor, own.id);
    expect(found?.freezes).toMatchObject([
      { number: 1 },
      {
        number: 2,
        reason: "A reader found the error.",
        changes: [{ path: "items.1.key", before: "1", after: "2" }],
      },
    ]);
  });
});

/** The second of the items that `makeStudy` makes, with another key. */
async function* correctedLines() {
  yield JSON.stringify({
    id: "item-1",
    kind: "true-false",
    story: { id: "story-1", title: "Story 1", text: "Ana told Ben the number 1." },
    text: "Ben knows the number 1.",
    gold: true,
    attributes: { number: 1 },
  });
}
