import { expect, it } from "vitest";
import { createTableTaskSchema, tableTaskSlug } from "@/lib/domain/tasks/templates/table-task.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { makeStudy, withReasonsBelow } from "@/prisma/factories/make-study.ts";
import { startWalker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { pool } from "../../platform/database/pool.ts";
import { getStudy } from "../get-study.ts";
import { readStudyItems } from "../study-items.ts";
import { keepForNextStage, leaveOutOfNextStage } from "./left-out-items.ts";
import { computePilot } from "./pilot-result.ts";
import { rewordItem } from "./reword-item.ts";
import { loadStages, startNextStage } from "./stages.ts";

withTestDatabase();

async function makePilot(items: number | Pick<Parameters<typeof makeStudy>[0] & object, "lines" | "schemas">) {
  const pilot = await makeStudy({
    ...(typeof items === "number" ? { items } : items),
    design: {
      strata: [{ key: "all", label: "All", criteria: {} }],
      openStratum: false,
      factors: [],
      perStratumItem: 2,
    },
  });
  await pool().query("UPDATE study SET stage = 'pilot' WHERE id = $1", [pilot.id]);
  const { actor } = await makePerson({ projectId: pilot.projectId, role: "researcher" });
  return { pilot, actor };
}

it("leads from a pilot by way of reworded items to a main stage that shares nobody with it", async () => {
  const { pilot, actor } = await makePilot(2);
  const { actor: stranger } = await makePerson({});
  for (let person = 0; person < 4; person += 1) await walkTo(await startWalker(pilot), 5);
  const report = await loadStages(actor, pilot.id);
  // Everyone says "true", which is right of every other item.
  expect(report?.items.map(({ n, correct }) => [n, correct])).toEqual([
    [2, 0],
    [2, 2],
  ]);
  expect(report?.items[0]?.reasons).toHaveLength(2);
  expect(await loadStages(stranger, pilot.id)).toBeNull();

  await expect(startNextStage(actor, pilot.id, "pilot")).rejects.toMatchObject({ code: "conflict" });
  const poor = report?.items[0]?.item ?? "";
  await expect(rewordItem(stranger, pilot.id, poor, "Ben knows the second number.")).rejects.toMatchObject({
    code: "not-found",
  });
  await expect(rewordItem(actor, pilot.id, poor, "  ")).rejects.toMatchObject({ code: "invalid", field: "text" });
  await rewordItem(actor, pilot.id, poor, "Ben knows the second number.");
  expect((await loadStages(actor, pilot.id))?.items[0]?.newest).toBe("Ben knows the second number.");
  // The pilot keeps its questions.
  expect((await readStudyItems(pilot.id)).map(({ id }) => id)).toContain(poor);

  const again = await startNextStage(actor, pilot.id, "pilot");
  const reworded = await readStudyItems(again.id);
  expect(reworded.map(({ item }) => item.text)).toEqual(["Ben knows the second number."]);
  const tooLarge = { code: "invalid", field: "size" };
  await expect(startNextStage(actor, pilot.id, "main", 20_000)).rejects.toMatchObject(tooLarge);
  await expect(startNextStage(actor, pilot.id, "pilot", 7)).rejects.toMatchObject(tooLarge);
  const main = await startNextStage(actor, pilot.id, "main", 7);
  expect(await getStudy(actor, main.id)).toMatchObject({
    stage: "main",
    status: "draft",
    items: 2,
    design: { perStratumItem: 7 },
  });
  expect(await loadStages(actor, main.id)).toMatchObject({
    before: { id: pilot.id },
    reworded: [report?.items[0]?.name],
    report: { stored: { document: { accuracy: { all: { n: 0, estimate: null } } } } },
  });
  expect((await loadStages(actor, pilot.id))?.after.map(({ id }) => id)).toEqual([again.id, main.id]);
  const denied = await pool().query("SELECT study_id, denied_study_id FROM study_denial WHERE is_denied");
  const stages = [pilot.id, again.id, main.id];
  const pairs = stages.flatMap((one) => stages.filter((other) => other !== one).map((other) => `${one} ${other}`));
  expect(denied.rows.map((row) => `${row.study_id} ${row.denied_study_id}`).sort()).toEqual(pairs.sort());
  await expect(startNextStage(actor, main.id, "main")).rejects.toMatchObject({ code: "conflict" });
});

it("rewords the question of a task, which people see, and refuses a wording that makes no new version", async () => {
  const slug = tableTaskSlug("number", []);
  const long = `${"Ana counts the boxes. ".repeat(20)}How many are there?`;
  async function* lines() {
    yield JSON.stringify({
      id: "count",
      schema: slug,
      fields: { story: "There are four boxes.", question: long },
      gold: {},
    });
    yield JSON.stringify({ id: "view", schema: "view", fields: { view: "What do you see?" } });
  }
  const document = createTableTaskSchema("number", []);
  const view = { ...(document as object), stimulus: [{ name: "view", type: "text" }] };
  const { pilot, actor } = await makePilot({ lines: lines(), schemas: { [slug]: document, view } });
  const [count, other] = await readStudyItems(pilot.id);
  const item = count?.id ?? "";
  const reworded = async () => (await loadStages(actor, pilot.id))?.items.map(({ text, newest }) => ({ text, newest }));
  expect(await reworded()).toEqual([
    { text: long, newest: null },
    { text: "What do you see?", newest: null },
  ]);
  await rewordItem(actor, pilot.id, item, "How many boxes are there?");
  expect((await reworded())?.[0]).toEqual({ text: long, newest: "How many boxes are there?" });
  await expect(rewordItem(actor, pilot.id, other?.id ?? "", "What is it?")).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("has no question"),
  });
  for (const wording of ["How many boxes are there?", long])
    await expect(rewordItem(actor, pilot.id, item, wording)).rejects.toMatchObject({ code: "conflict", field: "text" });

  const main = await startNextStage(actor, pilot.id, "main");
  const [next] = await readStudyItems(main.id);
  expect(next?.item).toMatchObject({
    text: "How many boxes are there?",
    task: { fields: { story: "There are four boxes.", question: "How many boxes are there?" } },
  });
  const { rows } = await pool().query(
    "SELECT count(*)::int AS count FROM audit_event WHERE action = 'item.reword' AND subject_id = $1",
    [pilot.id],
  );
  expect(rows).toEqual([{ count: 1 }]);
});

it("leaves an item out of the next stage with a reason, and asks it again when that is undone", async () => {
  const { pilot, actor } = await makePilot(3);
  const items = (await readStudyItems(pilot.id)).map(({ id }) => id);
  const [easy = "", hard = "", other = ""] = items;
  const { actor: viewer } = await makePerson({ projectId: pilot.projectId, role: "viewer" });
  await expect(leaveOutOfNextStage(viewer, pilot.id, easy, "Too easy.")).rejects.toMatchObject({ code: "not-found" });
  await expect(leaveOutOfNextStage(actor, pilot.id, easy, " ")).rejects.toMatchObject({ field: "reason" });
  await expect(leaveOutOfNextStage(actor, pilot.id, pilot.id, "Unknown.")).rejects.toMatchObject({ code: "not-found" });
  await leaveOutOfNextStage(actor, pilot.id, easy, "Too easy.");
  await leaveOutOfNextStage(actor, pilot.id, hard, "Ambiguous.");
  await keepForNextStage(actor, pilot.id, hard);
  await expect(keepForNextStage(actor, pilot.id, hard)).rejects.toMatchObject({ code: "not-found" });
  const shown = (await loadStages(actor, pilot.id))?.items.map(({ item, leftOut }) => [item, leftOut]);
  expect(Object.fromEntries(shown ?? [])).toEqual({ [easy]: "Too easy.", [hard]: null, [other]: null });
  expect((await loadStages(actor, pilot.id))?.next).toEqual({ all: 3, remaining: 2, reworded: 0 });

  // A reworded item that is left out is no reason for a second pilot.
  await rewordItem(actor, pilot.id, easy, "Ben knows another number.");
  await expect(startNextStage(actor, pilot.id, "pilot")).rejects.toMatchObject({
    message: expect.stringContaining("No item has been reworded"),
  });
  const main = await startNextStage(actor, pilot.id, "main");
  expect((await readStudyItems(main.id)).map(({ id }) => id)).toEqual([hard, other]);
  expect(await readStudyItems(pilot.id)).toHaveLength(3);
  await expect(leaveOutOfNextStage(actor, main.id, hard, "Ambiguous.")).rejects.toMatchObject({ code: "conflict" });
  for (const item of [hard, other]) await leaveOutOfNextStage(actor, pilot.id, item, "All of them.");
  await expect(startNextStage(actor, pilot.id, "main")).rejects.toMatchObject({ code: "conflict" });
  const { rows } = await pool().query("SELECT action FROM audit_event WHERE subject_id = $1 ORDER BY id", [pilot.id]);
  const changes = rows.map(({ action }) => action).filter((action) => /^item.(leave-out|keep)$/.test(action));
  expect(changes.join(" ")).toBe("item.leave-out item.leave-out item.keep item.leave-out item.leave-out");
});

it("counts an answer once with its own reason, where reasons stand below the answers, and says when it reads not all", async () => {
  const pilot = await makeStudy({
    items: 3,
    design: {
      strata: [{ key: "all", label: "All", criteria: {} }],
      openStratum: false,
      factors: [],
      perStratumItem: 1,
      itemsPerSession: 3,
    },
    protocol: withReasonsBelow,
  });
  const { actor } = await makePerson({ projectId: pilot.projectId, role: "researcher" });
  const walker = await startWalker(pilot);
  await walkTo(walker, 2);
  for (const screen of [3, 4, 5]) {
    const { rows } = await pool().query(
      `SELECT attributes ->> 'number' AS number FROM session JOIN placement USING (slot_id)
       JOIN item_version ON item_version.id = item_version_id WHERE session.study_id = $1 AND placement.position = $2`,
      [pilot.id, screen - 3],
    );
    await walker.post(screen, { choice: "false", explanation: `Of number ${rows[0].number}.` });
  }
  const report = await loadStages(actor, pilot.id);
  expect(report?.report.stored?.document).toMatchObject({ accuracy: { all: { n: 3, people: 1 } }, cutAt: null });
  const byName = report?.items.toSorted((one, other) => one.name.localeCompare(other.name));
  // "false" is wrong of every other item.
  expect(byName?.map(({ n, reasons }) => [n, reasons])).toEqual([
    [1, ["Of number 0."]],
    [1, []],
    [1, ["Of number 2."]],
  ]);
  const folding = { isInThread: false, read: async () => undefined, step: async () => undefined };
  expect(await computePilot(pilot.id, folding, 2)).toMatchObject({ accuracy: { all: { n: 2 } }, cutAt: 2 });
  // Free text is read from its original row, and is erased with it.
  expect(JSON.stringify(report?.report.stored?.document)).not.toContain("Of number");
  await pool().query("UPDATE step_answer SET given = '{}' WHERE given ->> 'explanation' = 'Of number 0.'");
  const left = (await loadStages(actor, pilot.id))?.items.flatMap(({ reasons }) => reasons);
  expect(left).toEqual(["Of number 2."]);
});

it("finds each next stage an address of its own, of many at once whose studies' addresses begin alike", async () => {
  const { actor } = await makePerson({ isOwner: true });
  const pilots = await Promise.all([1, 2, 3, 4].map(() => makeStudy({ items: 1, open: false })));
  for (const [index, { id }] of pilots.entries()) {
    const slug = `${"pilot-of-the-same-long-name-".repeat(2).slice(0, 54)}-${index + 5}`;
    await pool().query("UPDATE study SET stage = 'pilot', slug = $2 WHERE id = $1", [id, slug]);
  }
  const made = await Promise.all(pilots.map(({ id }) => startNextStage(actor, id, "main")));
  expect(new Set(made.map(({ id }) => id)).size).toBe(4);
});
