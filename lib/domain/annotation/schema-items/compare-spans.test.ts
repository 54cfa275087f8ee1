import { expect, it } from "vitest";
import type { TaskAnswer } from "../../tasks/answers/task-answer.ts";
import type { FieldOfType } from "../../tasks/schema/answer-field.ts";
import { taskSchemaSchema } from "../../tasks/schema/task-schema.ts";
import { entities } from "../../tasks/templates/span-tasks.ts";
import { compareSpans } from "./compare-spans.ts";

it("lists every marked place in the order of the text, with what each answer says of it", () => {
  const field = taskSchemaSchema.parse(entities.document).answer[0] as FieldOfType<"spans">;
  const span = (id: string, start: number, end: number, label: string) => ({ id, start, end, label });
  const marks = (...spans: object[]) => ({ [field.name]: spans }) as unknown as TaskAnswer;
  const rows = compareSpans(field, { text: "Anna met Boris in Vienna." }, [
    marks(span("x", 18, 24, "LOC"), span("y", 0, 4, "PER")),
    marks(span("z", 0, 4, "PER"), span("u", 18, 24, "PER"), span("v", 9, 14, "PER")),
  ]);
  expect(rows.map(({ words, differs, marks: given }) => [words, differs, ...given.map((one) => one.length)])).toEqual([
    ["Anna", false, 1, 1],
    ["Boris", true, 0, 1],
    ["Vienna", true, 1, 1],
  ]);
});
