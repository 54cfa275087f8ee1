import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const columns =
  "example_id,assertion,query,prompt,generated_answer,yes_probability,no_probability,classification,dimension,category,subject,object,object_true,query_only,query_format";

/**
 * Results of one model about one fact, in the authors' layout of paper 004: the model knows the fact, and follows the
 * expression.
 */
export const eobResultFiles: Readonly<Record<string, string>> = {
  "results.csv": `${columns}\n${rows("The capital of Norway is Bergen.", "No", "Yes", "False")}\n`,
  "results_query_only.csv": `${columns}\n${rows("", "Yes", "No", "True")}\n`,
  "summary.json": JSON.stringify({ model_name: "google/gemma-3-12b-pt" }),
};

/** A result file about several facts, each with both questions alone and after a wrong assertion. */
export function eobResultsOf(capitals: Readonly<Record<string, string>>): string {
  const lines = Object.entries(capitals).flatMap(([country, capital]) =>
    ["", `The capital of ${country} is Bergen.`].flatMap((assertion) =>
      rows(assertion, "Yes", "No", assertion === "" ? "True" : "False")
        .replaceAll("Norway", country)
        .replaceAll("Oslo", capital),
    ),
  );
  return `${columns}\n${lines.join("\n")}\n`;
}

function rows(assertion: string, yes: string, no: string, queryOnly: string): string {
  return [
    [0, "Is Oslo the capital of Norway?", yes],
    [1, "Is Bergen the capital of Norway?", no],
  ]
    .map(([id, query, answer]) =>
      [id, assertion, query, `${assertion} ${query}`.trim(), answer, -1, -1, "", "form", "explicit", "Norway"]
        .concat("Bergen", "Oslo", queryOnly, "yes_no")
        .join(","),
    )
    .join("\n");
}

/** The files of the authors' repository by path: results, earlier results of another model, and other tables. */
export function eobRepositoryFiles(): Record<string, string> {
  const results = Object.entries(eobResultFiles).map(([name, content]) => [
    `data/google_gemma_3_12b_pt_generated_assertions_v2_full/${name}`,
    content,
  ]);
  return {
    ...Object.fromEntries(results),
    "backup_data/meta_llama_Llama_3_1_8B/results.csv": eobResultFiles["results.csv"]!,
    "comparison_results/rankings.csv": "model,rate\nGemma,81.5\n",
  };
}

/** Writes files into a folder, each under its path. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}
