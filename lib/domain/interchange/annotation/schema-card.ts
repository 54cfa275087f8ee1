import { formatCount } from "../../format/figures.ts";
import type { TaskSchema } from "../../tasks/schema/task-schema.ts";

/** The dataset card of a collection with a task schema, including the configurations that Hugging Face reads. */
export function renderSchemaCard({
  name,
  schema,
  items,
  annotations,
}: {
  name: string;
  schema: TaskSchema;
  items: number;
  annotations: number;
}): string {
  const questions = schema.answer.map(
    ({ name: field, type, label }) => `| \`${field}\` | ${type} | ${label.replaceAll("|", "\\|")} |`,
  );
  return `---
configs:
  - config_name: annotations
    data_files: annotations.jsonl
  - config_name: aggregated
    data_files: aggregated.jsonl
---

# ${name}

${schema.title}: ${formatCount(items)} items, ${formatCount(annotations)} annotations.

\`annotations.jsonl\` has one row per annotator and item; people are numbered. \`aggregated.jsonl\` has one row per item with
its accepted answers and the aggregated ones (majority, weighted vote, Dawid-Skene, MACE). \`task-schema.json\` is the task.

| field | type | question |
| --- | --- | --- |
${questions.join("\n")}
`;
}
