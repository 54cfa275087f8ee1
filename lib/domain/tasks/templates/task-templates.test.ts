import { describe, expect, it } from "vitest";
import { startingTasks } from "../../annotation/starting-tasks.ts";
import { validateAnswer } from "../answers/validate-answer.ts";
import { parseTaskFields } from "../schema/item-fields.ts";
import { parseTaskSchema, type TaskSchema, taskSchemaHash } from "../schema/task-schema.ts";
import { findTaskGoldProblem } from "../scoring/field-gold.ts";
import { scoreTask } from "../scoring/score-answer.ts";
import { taskTemplates } from "./task-templates.ts";

/** The example with its file replaced by stored media, as an import does it. */
function exampleFields(fields: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) =>
      value !== null && typeof value === "object" && "alt" in value
        ? [name, { sha256: "a".repeat(64), type: name === "audio" ? "audio/mpeg" : "image/png", alt: value.alt }]
        : [name, value],
    ),
  );
}

function schemaOf(document: unknown): TaskSchema {
  const parsed = parseTaskSchema(document);
  if (!parsed.ok) throw new RangeError(JSON.stringify(parsed.problems));
  return parsed.schema;
}

it("are eleven templates and the kinds of items, with different names", () => {
  const ids = startingTasks.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining([...taskTemplates.map(({ id }) => id), "pairwise"]));
  expect(taskTemplates).toHaveLength(10);
  expect(new Set(ids).size).toBe(ids.length);
});

describe.each(startingTasks)("the template $id", ({ document, example }) => {
  const schema = schemaOf(document);
  const parsed = parseTaskFields(schema, exampleFields(example.fields));
  const fields = parsed.ok ? parsed.fields : {};

  it("is a valid schema, also after it was stored", () => {
    expect(taskSchemaHash(schemaOf(JSON.parse(JSON.stringify(schema))))).toBe(taskSchemaHash(schema));
  });

  it("takes its example", () => {
    expect(parsed).toMatchObject({ ok: true });
    expect(findTaskGoldProblem(schema, fields, example.gold)).toBeNull();
  });

  it("names the missing answers by field", () => {
    const validated = validateAnswer(schema, fields, {});
    const isOptional = schema.answer.every(({ required, showIf, type }) => !required || showIf || type === "group");
    expect(validated.ok).toBe(isOptional);
    for (const problem of validated.ok ? [] : validated.problems) {
      expect(problem.reason).toBe("missing");
      const field = schema.answer.find(({ name }) => name === problem.field);
      expect(problem.message).toContain(field?.messages.missing ?? field?.label);
    }
  });

  it("scores the answers of its key as correct", () => {
    const isShares = (name: string) => {
      const field = schema.answer.find((other) => other.name === name);
      return field !== undefined && "scoring" in field && field.scoring.by === "distribution";
    };
    const answers = Object.fromEntries(Object.entries(example.gold).filter(([name]) => !isShares(name)));
    if (Object.keys(answers).length === 0) return;
    const rating = schema.answer.some(({ name }) => name === "toxicity") ? { toxicity: 1 } : {};
    const validated = validateAnswer(schema, fields, { ...answers, ...rating });
    expect(validated.ok ? scoreTask(schema, validated.answer, example.gold).correct : validated.problems).toBe(true);
  });
});
