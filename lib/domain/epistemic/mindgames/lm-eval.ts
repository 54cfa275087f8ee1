import { answerWord, itemId } from "../../items/kinds/mindgames/mindgames-item.ts";
import type { MindgamesRow } from "./row.ts";

/** The paper's prompt (section 4.3): premise, "Question:", hypothesis, "True or False?". */
export function formatMindgamesPrompt({ premise, hypothesis }: Pick<MindgamesRow, "premise" | "hypothesis">): string {
  return `${premise} Question: ${hypothesis} True or False?`;
}

/**
 * Converts a row to a document of an lm-evaluation-harness task. `prompt` is the exact input of the model. `id` is the
 * name of the item, by which logged answers are matched. `gold` is the index of the correct choice (True is 0).
 */
export function toLmEvalDocument(row: MindgamesRow, prefix?: string): Record<string, string | number | null> {
  return {
    id: itemId(row, prefix),
    prompt: formatMindgamesPrompt(row),
    premise: row.premise,
    hypothesis: row.hypothesis,
    label: row.label,
    gold: row.label === "entailment" ? 0 : 1,
    answer: answerWord(row.label),
    setup: row.setup,
    hypothesis_depth: row.hypothesis_depth ?? null,
    n_agents: row.n_agents ?? row.names.length,
    n_announcements: row.n_announcements ?? null,
    index: row.index ?? null,
  };
}

/** The name of the file with the documents, in the folder of the task files. */
export const lmEvalDataFile = "mindgames.jsonl";

const dataset = `dataset_path: json
dataset_kwargs:
  data_files:
    test: ${lmEvalDataFile}
test_split: test
doc_to_text: "{{prompt}}"
`;

/**
 * The task files of lm-evaluation-harness by name. One task compares the likelihoods of " True" and " False", as in the
 * paper; the other generates text and uses its first word. The harness must be run in the folder of the task files to
 * find the documents.
 */
export const lmEvalFiles: Readonly<Record<string, string>> = {
  "mindgames_mc.yaml": `task: mindgames_mc
${dataset}output_type: multiple_choice
doc_to_choice: ["True", "False"]
doc_to_target: gold
target_delimiter: " "
num_fewshot: 0
metric_list:
  - metric: acc
    aggregation: mean
    higher_is_better: true
metadata:
  version: 1.0
`,
  "mindgames_generate.yaml": `task: mindgames_generate
${dataset}output_type: generate_until
doc_to_target: answer
num_fewshot: 0
generation_kwargs:
  until: ["\\n\\n"]
  do_sample: false
  temperature: 0.0
  max_gen_toks: 64
filter_list:
  - name: first-word
    filter:
      - function: regex
        regex_pattern: "(?i)^\\\\W*(true|false)\\\\b"
      - function: take_first
metric_list:
  - metric: exact_match
    aggregation: mean
    higher_is_better: true
    ignore_case: true
metadata:
  version: 1.0
`,
  "README.md": `# MindGames for lm-evaluation-harness

\`${lmEvalDataFile}\` contains the stimuli, one per line; \`prompt\` is sent to the model unchanged. Two tasks use it:
\`mindgames_mc\` compares the likelihoods of " True" and " False", \`mindgames_generate\` reads the first word that the
model writes. Run the harness in this folder, because the tasks name the file without a path:

    lm_eval --model hf --model_args pretrained=MODEL --include_path . --tasks mindgames_mc,mindgames_generate \\
      --log_samples --output_path results

Each logged document has \`id\`, the name of the item, so the samples can be compared with human answers.
`,
};
