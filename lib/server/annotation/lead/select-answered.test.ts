import { expect, it } from "vitest";
import { labelsGiven } from "@/lib/domain/annotation/schema-items/answer-agreement.ts";
import { labelChoices } from "@/lib/domain/annotation/schema-items/label-choices.ts";
import { toComparableAnswers } from "@/lib/domain/tasks/answers/comparable-answer.ts";
import type { TaskAnswer } from "@/lib/domain/tasks/answers/task-answer.ts";
import { taskFormat } from "@/lib/domain/tasks/schema/task-schema.ts";
import type { TaskTemplate } from "@/lib/domain/tasks/templates/template.ts";
import { giveAnswers, makeSchemaCollection, schemaTaskOf } from "@/prisma/factories/make-schema-collection.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { previewReReview } from "./re-review.ts";

withTestDatabase();

const options = ["calm", "glad", "angry"].map((value) => ({ value, label: value.toUpperCase() }));
const document: TaskTemplate["document"] = {
  format: taskFormat,
  title: "Labels",
  stimulus: [
    { name: "text", type: "text" },
    { name: "pair", type: "texts", minimum: 2, maximum: 2 },
  ],
  answer: [
    { name: "tone", type: "choice", label: "Tone", options },
    { name: "tones", type: "several", label: "Tones", options },
    { name: "better", type: "pairwise", label: "Better", between: "pair" },
    { name: "words", type: "spans", label: "Words", in: "text", labels: options, required: false },
  ],
};
const words = [
  { id: "a", start: 4, end: 10, label: "calm" },
  { id: "b", start: 11, end: 16, label: "glad" },
];
const given: TaskAnswer[] = [
  { tone: "calm", tones: ["glad"], better: { preferred: "first" }, words: [] },
  { tone: "glad", tones: ["calm", "glad"], better: { preferred: "second" }, words: words.slice(0, 1) },
  { tone: "calm", tones: ["angry"], better: { preferred: "first" }, words },
];

it("selects items by the labels that the domain reads from their answers, for each type of question", async () => {
  const rows = given.map((_, index) => ({ id: `${index}`, fields: { text: "The keeper slept.", pair: ["a", "b"] } }));
  const { schema, researcher, id, annotator } = await makeSchemaCollection(document, rows);
  const ann = await annotator();
  for (const answer of given) await giveAnswers(ann, await schemaTaskOf(ann, { id }), answer);
  for (const { value } of labelChoices(schema)) {
    const [name, label = ""] = value.split(":");
    const field = schema.answer.find((one) => one.name === name)!;
    const expected = given.flatMap((answer, index) => {
      const text = toComparableAnswers(schema, answer)[field.name]!;
      return labelsGiven(field, { text, answer }).includes(label) ? [`${index}`] : [];
    });
    const { listed } = await previewReReview(researcher, id, { seed: "", answer: value });
    expect([value, listed.map(({ externalId }) => externalId)]).toEqual([value, expected]);
  }
});
