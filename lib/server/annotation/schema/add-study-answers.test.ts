import { expect, it } from "vitest";
import { readSchemaItem } from "@/lib/domain/annotation/schema-items/schema-item.ts";
import { sentiment } from "@/lib/domain/tasks/templates/classification.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { makeSchemaCollection } from "@/prisma/factories/make-schema-collection.ts";
import { type MadeStudy, makeStudy } from "@/prisma/factories/make-study.ts";
import { startWalker } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { taskSchemaSchema } from "../../../domain/tasks/schema/task-schema.ts";
import { installation } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { withdraw } from "../../sessions/erasure/withdraw.ts";
import { hashToken } from "../../sessions/session-token.ts";
import { createCollection } from "../collections/create-collection.ts";
import { addStudyAnswers, listStudiesOfItems } from "./add-study-answers.ts";
import { loadFreshAnswers } from "./answer-result.ts";
import { changeSchema } from "./change-schema.ts";
import { importSchemaItems } from "./import-schema-items.ts";

withTestDatabase();

const texts = { a: "The soup was cold.", b: "What a day!" };

/** An open study that asks for the sentiment of two texts in one session. */
function studyOfTexts(): Promise<MadeStudy> {
  return makeStudy({
    schemas: { sentiment: sentiment.document },
    lines: (async function* () {
      for (const [id, text] of Object.entries(texts))
        yield JSON.stringify({ id, schema: "sentiment", fields: { text } });
    })(),
    design: {
      ...{ strata: [{ key: "all", label: "Everybody", criteria: {} }], openStratum: false, factors: [] },
      ...{ perStratumItem: 3, itemsPerSession: 2 },
    },
    protocol: (protocol) => ({
      ...protocol,
      steps: protocol.steps
        .filter((step) => step.kind === "items")
        .map((step) => ({ ...step, layout: "one-screen", dwellSeconds: 0, explanation: null })),
    }),
  });
}

/** Answers both texts; the number of screens is left to the session. Returns the token. */
async function participate(study: MadeStudy, answer: string): Promise<string> {
  const walker = await startWalker(study);
  await walker.post(0, { consent: "yes" });
  for (const screen of [1, 2]) await walker.post(screen, { "task.sentiment": answer });
  return walker.token;
}

/** A collection in the project of the study, whose item b has another text. */
async function collectionBeside(study: MadeStudy): Promise<string> {
  const schema = taskSchemaSchema.parse(sentiment.document);
  const { id } = await createCollection(installation, { projectId: study.projectId, name: "Texts", schema });
  await importSchemaItems(installation, {
    ...{ collectionId: id, fileName: "made.jsonl", fileSha256: () => "", suggestionShare: 1, files: new Map() },
    rows: (async function* () {
      yield { line: 1, read: readSchemaItem(schema, { id: "a", fields: { text: texts.a } }) };
      yield { line: 2, read: readSchemaItem(schema, { id: "b", fields: { text: "Another day." } }) };
    })(),
  });
  return id;
}

const coded = async (collectionId: string) =>
  (
    await pool().query(
      `SELECT item.external_id AS item, coder, coded.document->'answer' AS answer FROM annotation_coded_answer AS coded
       JOIN annotation_item AS item ON item.id = item_id WHERE item.collection_id = $1 ORDER BY coded.at`,
      [collectionId],
    )
  ).rows;

it("adds the answers of a study to equal items as those of coded people, and removes them when a session is erased", async () => {
  const study = await studyOfTexts();
  const collectionId = await collectionBeside(study);
  const { actor: lead } = await makePerson({ projectId: study.projectId, role: "researcher" });
  const token = await participate(study, "0");
  await participate(study, "2");
  const unfinished = await startWalker(study);
  await unfinished.post(0, { consent: "yes" });
  await unfinished.post(1, { "task.sentiment": "0" });

  expect(await listStudiesOfItems(lead, collectionId)).toEqual([
    { id: study.id, name: `Study ${study.slug}`, items: 1 },
  ]);
  expect(await addStudyAnswers(lead, collectionId, study.id)).toEqual({ added: 2, unchanged: 0, incompatible: 0 });
  expect(await addStudyAnswers(lead, collectionId, study.id)).toEqual({ added: 0, unchanged: 2, incompatible: 0 });
  const rows = await coded(collectionId);
  expect(rows.map(({ item, answer }) => [item, answer.sentiment])).toEqual([
    ["a", "positive"],
    ["a", "negative"],
  ]);
  expect(rows.every(({ coder }) => /^participant-[0-9a-f]{12}$/u.test(coder))).toBe(true);
  expect(await loadFreshAnswers(lead, collectionId)).toMatchObject({ shared: 1, fields: [{ answers: 2 }] });

  await withdraw(hashToken(token), "erase");
  expect((await coded(collectionId)).map(({ answer }) => answer.sentiment)).toEqual(["negative"]);
  expect(await loadFreshAnswers(lead, collectionId)).toMatchObject({ shared: 0, fields: [{ answers: 1 }] });
  expect(await addStudyAnswers(lead, collectionId, study.id)).toEqual({ added: 0, unchanged: 1, incompatible: 0 });
});

it("skips answers that the newest task refuses, and is not there for strangers and annotators", async () => {
  const study = await studyOfTexts();
  const collectionId = await collectionBeside(study);
  await participate(study, "0");
  const schema = taskSchemaSchema.parse(sentiment.document);
  const [field, ...others] = schema.answer;
  if (field?.type !== "choice" || !Array.isArray(field.options)) throw new Error("the template has a choice");
  const { actor: lead } = await makePerson({ projectId: study.projectId, role: "researcher" });
  const options = field.options.slice(1);
  await changeSchema(lead, collectionId, { ...schema, answer: [{ ...field, options }, ...others] });
  expect(await addStudyAnswers(lead, collectionId, study.id)).toEqual({ added: 0, unchanged: 0, incompatible: 1 });

  const { researcher: stranger, annotator } = await makeSchemaCollection(sentiment.document, []);
  const { actor: own } = await makePerson({ projectId: study.projectId, role: "annotator" });
  for (const actor of [stranger, own, await annotator()]) {
    const refused = expect.objectContaining({ code: "not-found" });
    await expect(addStudyAnswers(actor, collectionId, study.id)).rejects.toEqual(refused);
    await expect(listStudiesOfItems(actor, collectionId)).rejects.toEqual(refused);
  }
  const elsewhere = await studyOfTexts();
  await expect(addStudyAnswers(lead, collectionId, elsewhere.id)).rejects.toMatchObject({ code: "not-found" });
});
