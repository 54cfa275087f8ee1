import { expect, it } from "vitest";
import { computeFingerprintsVersion1 } from "@/lib/domain/items/fingerprints-before.ts";
import { renderPrompt, renderStimulus } from "@/lib/domain/items/stimulus.ts";
import { defaultResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import { analysisPlanSchema } from "@/lib/domain/results/plan/analysis-plan.ts";
import type { View } from "@/lib/domain/results/views/view.ts";
import { viewFile } from "@/lib/domain/results/views/view-files.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { makeStudy } from "@/prisma/factories/make-study.ts";
import { untilWaiting } from "@/prisma/factories/wait-for-locks.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { makeImportSource } from "../items/import-lines.ts";
import { importPredictions } from "../models/import-predictions.ts";
import { pool } from "../platform/database/pool.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { listDifferingItems } from "../studies/parity/differing-items.ts";
import { loadParity, loadParityView } from "../studies/parity/load-parity.ts";
import { revokeSignOff, signOffParity } from "../studies/parity/sign-off-parity.ts";
import { moveStudy } from "../studies/run/move-study.ts";
import { declareCorrespondence, setComparedCondition } from "./declare-correspondence.ts";
import { listItemPredictions } from "./item-answers.ts";
import { loadResults } from "./load-results.ts";

withTestDatabase();

const item = (number: number) => ({
  kind: "true-false",
  story: { title: `Story ${number}`, genre: "", text: `Ana told Ben the number ${number}.` },
  text: `Ben knows the number ${number}.`,
  options: [],
});
const human = { prompt: "human", questionOrder: "true-false" };

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** A draft of a main study, a researcher of its project, and the stimuli that its models are reported to have seen. */
async function draftWith(rows: readonly object[]) {
  const study = await makeStudy({ open: false });
  await importPredictions({
    projectId: study.projectId,
    benchmarkId: study.benchmarkId,
    source: "test",
    actorId: null,
    ...makeImportSource("p.jsonl", bytesOf(rows.map((row) => JSON.stringify(row)).join("\n"))),
  });
  const { actor } = await makePerson({ projectId: study.projectId, role: "researcher" });
  return { study, actor };
}

const answerTo = (number: number, changes: object) => ({
  model: "M",
  item: `item-${number}`,
  condition: human,
  answer: true,
  ...changes,
});

it("opens a main stage although models and items that the plan does not compare were shown other content", async () => {
  const changed = renderPrompt(item(1), human).replace("the number 1.", "the number one.");
  const draft = () =>
    draftWith([answerTo(0, { prompt: renderPrompt(item(0), human) }), answerTo(1, { model: "N", prompt: changed })]);
  const save = (id: string, plan: object) =>
    pool().query("INSERT INTO study_plan (study_id, document, registration) VALUES ($1, $2, '')", [
      id,
      analysisPlanSchema.parse(plan),
    ]);
  const outcome = (ids: string[]) => ({ measure: "accuracy", items: { ids } });
  for (const plan of [{ models: ["N"] }, { outcome: outcome(["item-1"]) }, { models: [] }]) {
    const { study, actor } = await draft();
    await save(study.id, plan);
    await expect(moveStudy(actor, study.id, "open")).rejects.toMatchObject({ message: /in 1 stimulus/ });
  }
  for (const plan of [{ models: ["M"] }, { outcome: outcome(["item-0"]) }]) {
    const { study, actor } = await draft();
    await save(study.id, plan);
    expect(await moveStudy(actor, study.id, "open")).toBe("open");
  }
});

it("refuses to open a main stage while models were shown other content and nobody has signed for it", async () => {
  const changed = renderPrompt(item(1), human).replace("the number 1.", "the number one.");
  const { study, actor } = await draftWith([
    answerTo(0, { prompt: renderPrompt(item(0), human) }),
    answerTo(1, { prompt: changed }),
    answerTo(1, { model: "N", prompt: changed }),
    answerTo(2, {}),
  ]);
  await expect(moveStudy(actor, study.id, "open")).rejects.toMatchObject({ message: /other content .* in 1 stimulus/ });
  const page = await loadParity(actor, study.id, 1);
  expect(page).toMatchObject({ unsigned: 1, counts: { verified: 1, content: 2, unproved: 1 }, total: 1 });
  expect(page?.models).toEqual(["M", "N"].map((model) => ({ model, kind: "true-false", items: 1 })));
  const asked = { model: "N", kind: "true-false" };
  expect(await listDifferingItems(actor, study.id, asked)).toEqual(["item-1"]);
  const stimulus = page?.stimuli[0];
  expect(stimulus).toMatchObject({
    item: "item-1",
    models: ["M", "N"],
    isContent: true,
    differs: ["story"],
  });
  expect(stimulus?.pieces?.filter((piece) => piece.in === "models").length).toBeGreaterThan(0);
  const file = (name: string, view: View | null) => view && viewFile(view, name, "csv", null);
  expect(file("differing", await loadParityView(actor, study.id))).toContain(
    'item-1,no-story · true or false,Different content,the story,"M, N",2,',
  );
  expect(file("parity", await loadParityView(actor, study.id))).toContain("Different content,2\r\n");

  const stranger = (await makePerson({ projectId: (await makeStudy({ open: false })).projectId, role: "researcher" }))
    .actor;
  const signature = { studyId: study.id, name: "Ada", reason: "A typing error, the same meaning." };
  await expect(signOffParity(stranger, signature)).rejects.toMatchObject({ code: "not-found" });
  expect(await loadParity(stranger, study.id, 1)).toBeNull();
  expect(await loadParityView(stranger, study.id)).toBeNull();
  expect(await listDifferingItems(stranger, study.id, asked)).toEqual([]);
  expect(await signOffParity(actor, signature)).toBe(1);
  await expect(signOffParity(actor, signature)).rejects.toMatchObject({ code: "conflict" });
  const signed = (await loadParity(actor, study.id, 1))?.stimuli[0]?.signed;
  expect(signed).toMatchObject({ name: "Ada", reason: signature.reason });
  await revokeSignOff(actor, { studyId: study.id, signOffId: signed?.id ?? "" });
  await expect(moveStudy(actor, study.id, "open")).rejects.toMatchObject({ code: "invalid" });
  await signOffParity(actor, signature);
  expect(await moveStudy(actor, study.id, "open")).toBe("open");
  const audit = await pool().query(
    "SELECT action, reason FROM audit_event WHERE subject_id = $1 AND action LIKE '%parity%'",
    [study.id],
  );
  expect(audit.rows.map(({ action }) => action).sort()).toEqual([
    "study.revoke-parity-sign-off",
    "study.sign-off-parity",
    "study.sign-off-parity",
  ]);
});

it("asks for a signature again when people are to see something else than what was signed for", async () => {
  const { study, actor } = await draftWith([answerTo(0, { prompt: "Something else." })]);
  await loadParity(actor, study.id, 1);
  await signOffParity(actor, { studyId: study.id, name: "Ada", reason: "Known." });
  expect(await loadParity(actor, study.id, 1)).toMatchObject({ unsigned: 0, total: 1 });
  const changeItems = (changes: object) =>
    pool().query(
      `WITH changed AS (
         INSERT INTO protocol_version (id, study_id, version, hash, document)
         SELECT gen_random_uuid(), study.id, known.version + 1, md5($2::text), jsonb_set(known.document, '{steps}', (
           SELECT jsonb_agg(CASE WHEN step ->> 'kind' = 'items' THEN step || $2::text::jsonb ELSE step END ORDER BY place)
           FROM jsonb_array_elements(known.document -> 'steps') WITH ORDINALITY AS one (step, place)))
         FROM study JOIN protocol_version AS known ON known.id = study.protocol_version_id
         WHERE study.id = $1 RETURNING id
       )
       UPDATE study SET protocol_version_id = changed.id FROM changed WHERE study.id = $1`,
      [study.id, JSON.stringify(changes)],
    );
  await changeItems({ wording: { readInstruction: "Read." } });
  expect(await loadParity(actor, study.id, 1)).toMatchObject({ unsigned: 0 });
  await changeItems({ titles: "shown" });
  expect(await loadParity(actor, study.id, 1)).toMatchObject({ unsigned: 1, total: 1 });
  await expect(moveStudy(actor, study.id, "open")).rejects.toMatchObject({ message: /other content .* in 1 stimulus/ });
});

it("compares nothing for somebody who may not open the study", async () => {
  const { study } = await draftWith([answerTo(0, { prompt: "Something else." })]);
  const elsewhere = await makeStudy({ open: false });
  for (const role of ["researcher", "annotator"] as const) {
    const projectId = role === "researcher" ? elsewhere.projectId : study.projectId;
    const { actor } = await makePerson({ projectId, role });
    await expect(moveStudy(actor, study.id, "open")).rejects.toMatchObject({ code: "not-found" });
  }
  expect((await pool().query("SELECT FROM parity_finding WHERE study_id = $1", [study.id])).rows).toEqual([]);
});

it("refuses to open a study that was changed since its models' stimuli were compared", async () => {
  const { study, actor } = await draftWith([answerTo(0, { prompt: renderPrompt(item(0), human) })]);
  expect((await loadParity(actor, study.id, 1))?.counts).toMatchObject({ verified: 1 });
  const opening = await withTx(async (client) => {
    await client.query("SELECT FROM study WHERE id = $1 FOR UPDATE", [study.id]);
    const waiting = moveStudy(actor, study.id, "open").catch((error: unknown) => error);
    await untilWaiting(1);
    await client.query("UPDATE study SET correspondence = $2 WHERE id = $1", [
      study.id,
      JSON.stringify({ pairs: [], same: ["questionOrder"] }),
    ]);
    return { waiting };
  });
  expect(await opening.waiting).toMatchObject({ code: "conflict", message: expect.stringContaining("open it again") });
  expect(await moveStudy(actor, study.id, "open").catch((error: Error) => error.message)).not.toMatch(/open it again/);
});

it("compares only the answers to the item whose page is opened", async () => {
  const { study, actor } = await draftWith([0, 1].map((number) => answerTo(number, { prompt: "Something else." })));
  const { rows } = await pool().query(
    `SELECT item_version.id FROM item_version JOIN study_item ON item_version_id = item_version.id
     WHERE study_id = $1 AND external_id = 'item-1'`,
    [study.id],
  );
  expect(await listItemPredictions(actor, study.id, rows[0].id)).toMatchObject({
    predictions: [{ finding: { parity: "mismatch" } }],
  });
  const found = await pool().query(
    `SELECT DISTINCT item_version_id AS id FROM parity_finding JOIN prediction ON prediction.id = prediction_id
     WHERE study_id = $1`,
    [study.id],
  );
  expect(found.rows).toEqual(rows);
});

it("finds the findings about a prediction by an index, so that runs can be deleted", async () => {
  const { rows } = await pool().query(
    `SELECT conrelid::regclass::text AS missing FROM pg_constraint
     WHERE contype = 'f' AND confrelid = 'prediction'::regclass AND NOT EXISTS (
       SELECT FROM pg_index WHERE indrelid = conrelid AND indkey[0] = conkey[1])`,
  );
  expect(rows).toEqual([]);
});

it("says the same on the page of an item as among the results", async () => {
  const { study, actor } = await draftWith([
    answerTo(0, { prompt: renderPrompt(item(0), human) }),
    answerTo(1, { prompt: "Something else." }),
  ]);
  await moveStudy(actor, study.id, "open").catch(() => undefined);
  await signOffParity(actor, { studyId: study.id, name: "Ada", reason: "Known." });
  await moveStudy(actor, study.id, "open");
  const results = await loadResults(actor, study.id, defaultResultsQuery);
  expect(results?.unsignedMismatches).toBe(0);
  for (const { id } of results?.results.items ?? []) {
    const { predictions: listed } = await listItemPredictions(actor, study.id, id);
    const answers = results?.results.answers.filter(({ itemId }) => itemId === id) ?? [];
    expect(listed.map(({ finding }) => finding.parity)).toEqual(answers.map(({ parity }) => parity));
  }
});

it("counts an answer that names no level of a factor under no level, and lists it with the factor", async () => {
  const { study, actor } = await draftWith([
    answerTo(0, { condition: { prompt: "human" } }),
    answerTo(1, { condition: human }),
    answerTo(2, { condition: { prompt: "human" }, prompt: renderPrompt(item(2), human) }),
  ]);
  const counts = { verified: 1, unproved: 1, unmatched: 1 };
  expect((await loadParity(actor, study.id, 1))?.counts).toMatchObject(counts);
  await moveStudy(actor, study.id, "open");
  const results = await loadResults(actor, study.id, defaultResultsQuery);
  expect(results?.results.answers).toHaveLength(2);
  expect(results?.results.unmatched.conditions).toMatchObject([
    { condition: "prompt=human", count: 1, factors: ["questionOrder"] },
  ]);
});

it("takes other words around the same content only where a pair is declared", async () => {
  const chat = { prompt: "chat", questionOrder: "true-false" };
  const said = `System: be brief. ${renderPrompt(item(0), human)}`;
  const { study, actor } = await draftWith([answerTo(0, { condition: chat, prompt: said })]);
  expect((await loadParity(actor, study.id, 1))?.counts).toMatchObject({ unmatched: 1 });
  await declareCorrespondence(actor, study.id, { pairs: [], same: ["questionOrder"] });
  expect((await loadParity(actor, study.id, 1))?.counts).toMatchObject({ presentation: 1, content: 0 });
  await declareCorrespondence(actor, study.id, null);
  await setComparedCondition(actor, {
    studyId: study.id,
    people: "questionOrder=true-false;story=no-story",
    models: "prompt=chat;questionOrder=true-false",
  });
  expect((await loadParity(actor, study.id, 1))?.counts).toMatchObject({ verified: 1, declared: 1, unmatched: 0 });
});

it("calls what an older fingerprint cannot prove unverified, and takes it where it proves the same", async () => {
  const stimulus = renderStimulus(item(0), { questionOrder: "true-false", story: "no-story" });
  const before = computeFingerprintsVersion1(item(0), stimulus, {});
  const { study, actor } = await draftWith([
    answerTo(0, { contentFingerprint: before.content }),
    answerTo(1, { contentFingerprint: before.content }),
    answerTo(2, { contentFingerprint: stimulus.contentFingerprint }),
    answerTo(0, { model: "N", contentFingerprint: stimulus.contentFingerprint }),
  ]);
  const { counts } = (await loadParity(actor, study.id, 1)) ?? {};
  expect(counts).toMatchObject({ verified: 2, otherVersion: 1, content: 1 });
});
