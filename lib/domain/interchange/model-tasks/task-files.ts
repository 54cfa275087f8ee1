import { formatExamples, type TaskDocument } from "../../models/task-document.ts";

/** The formats in which a benchmark can be exported for models. */
export const taskFormats = ["prompts", "lm-eval", "inspect"] as const;
export type TaskFormat = (typeof taskFormats)[number];

/** Names of the files next to the task files: the documents and the examples. */
export const documentsFile = "documents.jsonl";
export const examplesFile = "examples.jsonl";

/**
 * Formats a document as a line of the documents' file. A plain prompt contains the examples. Harnesses add examples
 * before the question themselves.
 */
export function formatDocumentLine(
  document: TaskDocument,
  format: TaskFormat,
  examples: readonly TaskDocument[],
): string {
  switch (format) {
    case "prompts":
      return JSON.stringify({ ...document, prompt: formatExamples(examples) + document.prompt });
    case "lm-eval":
      return JSON.stringify(document);
    case "inspect": {
      const { id, prompt, answer, ...metadata } = document;
      return JSON.stringify({ id, input: prompt, target: answer, metadata });
    }
  }
}

export interface TaskSettings {
  /** The name of the task, from letters, digits and underscores. */
  name: string;
  /** Number of examples before each question. They come from documents that are not used as questions. */
  shots: number;
  hasChoices: boolean;
}

/** The task files of a format by name; empty for plain prompts. */
export function createTaskFiles(format: TaskFormat, settings: TaskSettings): Record<string, string> {
  switch (format) {
    case "prompts":
      return {};
    case "lm-eval":
      return createLmEvalTasks(settings);
    case "inspect":
      return { "task.py": createInspectTask(settings) };
  }
}

function createLmEvalTasks({ name, shots, hasChoices }: TaskSettings): Record<string, string> {
  const examples = shots > 0 ? `\n    train: ${examplesFile}` : "";
  const dataset = `dataset_path: json
dataset_kwargs:
  data_files:
    test: ${documentsFile}${examples}
test_split: test
${shots > 0 ? "training_split: train\nfewshot_split: train\nfewshot_config:\n  sampler: first_n\n" : ""}num_fewshot: ${shots}
doc_to_text: "{{prompt}}"
target_delimiter: " "
`;
  const metadata = "metadata:\n  version: 1.0\n";
  const accuracy = "metric_list:\n  - metric: acc\n    aggregation: mean\n    higher_is_better: true\n";
  const generate = `task: ${name}_generate
${dataset}output_type: generate_until
doc_to_target: answer
generation_kwargs:
  until: []
  do_sample: false
  max_gen_toks: 512
metric_list:
  - metric: exact_match
    aggregation: mean
    higher_is_better: true
    ignore_case: true
    ignore_punctuation: true
${metadata}`;
  const choose = `task: ${name}_mc
${dataset}output_type: multiple_choice
doc_to_choice: choices
doc_to_target: gold
${accuracy}${metadata}`;
  return { [`${name}_generate.yaml`]: generate, ...(hasChoices ? { [`${name}_mc.yaml`]: choose } : {}) };
}

function createInspectTask({ name, shots }: TaskSettings): string {
  return `from inspect_ai import Task, task
from inspect_ai.dataset import json_dataset
from inspect_ai.scorer import includes
from inspect_ai.solver import generate${shots > 0 ? ", system_message" : ""}

${
  shots > 0
    ? `EXAMPLES = "\\n\\n".join(
    f"{example.input}\\n{example.target}" for example in json_dataset("${examplesFile}")
)

`
    : ""
}
@task
def ${name}():
    return Task(
        dataset=json_dataset("${documentsFile}"),
        solver=[${shots > 0 ? "system_message(EXAMPLES), " : ""}generate()],
        scorer=includes(),
    )
`;
}
