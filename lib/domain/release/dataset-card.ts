import { formatDay } from "../format/times.ts";
import { citationText } from "./psych-ds.ts";
import { type ReleaseDataset, type ReleaseFacts, releaseParquetPath } from "./release-dataset.ts";
import { ethicsText, releaseLicences } from "./release-description.ts";

/** The metadata of a Hugging Face dataset card (specification of August 2026): the YAML block of `README.md`. */
export function cardMetadata({ description, facts, tables }: ReleaseDataset) {
  const [first] = tables;
  const main = tables.find(({ table }) => table.name === "responses") ?? first;
  return {
    pretty_name: description.title,
    language: [facts.language.slice(0, 2)],
    license: description.licence.toLowerCase(),
    annotations_creators: [facts.isSynthetic ? "machine-generated" : "crowdsourced"],
    size_categories: [sizeCategory(main?.rows ?? 0)],
    task_categories: ["question-answering"],
    tags: ["human-baseline", "text", "mlcroissant", ...description.keywords],
    configs: tables.map(({ table }) => ({
      config_name: table.name,
      ...(table.name === main?.table.name ? { default: true } : {}),
      data_files: [{ split: "test", path: releaseParquetPath(table.name) }],
    })),
  };
}

/** The text of `README.md` below its metadata. */
export function cardBody({ description, facts, tables }: ReleaseDataset): string {
  const sections = [
    `# ${description.title}`,
    description.summary,
    facts.isSynthetic
      ? "> All people and model answers in this release are simulated. No conclusions can be drawn from them."
      : null,
    "## Files",
    [
      "| table | records | CSV | Parquet |",
      "| --- | --- | --- | --- |",
      ...tables.map(
        ({ table, rows, csv, parquet }) => `| ${table.name} | ${rows} | \`${csv.path}\` | \`${parquet.path}\` |`,
      ),
    ].join("\n"),
    `Each CSV file has a JSON file next to it that describes every column. ${facts.texts ? "" : studyFiles}Times are in UTC. Empty cells are missing values.`,
    "## Data collection",
    collectionText(facts),
    ethicsText(description, facts.ethicsFile),
    "## Privacy",
    privacyText(facts),
    "## Use",
    [
      "This is a test set. Do not train models on it: the first record of each file contains a canary string.",
      ...description.uses,
      ...description.limitations.map((text) => `Limitation: ${text}`),
      ...description.biases.map((text) => `Bias: ${text}`),
    ]
      .map((text) => `- ${text}`)
      .join("\n"),
    "## Verification",
    "`checksums.sha256` lists every file. `parallax verify FOLDER` checks them and recomputes the numbers of `numbers.json` from the data, without a network connection.",
    "The folder was checked by the rules of the Psych-DS 1.5 validator and of mlcroissant 1.1 as documented. These official programs were not run: psychds-validator, mlcroissant, the NeurIPS checker, DataCite's schema validation.",
    !facts.hasQualtrics
      ? null
      : '`qualtrics/answers.csv` has the three header rows of a Qualtrics export; read it with `read_survey(file, time_zone = "UTC")`. It has no IP addresses, locations or resolutions, so excluder\'s `mark_ip`, `mark_location` and `mark_resolution` do not apply.',
    "## Citation",
    citationText(description),
    `Licence: ${releaseLicences[description.licence].name} (${releaseLicences[description.licence].url}).`,
    ...(description.contact ? [`Contact: ${description.contact}`] : []),
  ];
  return `${sections.filter((one) => one !== null).join("\n\n")}\n`;
}

const studyFiles =
  "`documentation/` has the codebook, protocol, design, analysis plan (`plan.json`), its freezes and amendments (`amendments.json`) and a reporting checklist; `analysis/` the tables and figures; `results/` the accuracies and counts that `numbers.json` lists. ";

/** How the data were collected, in sentences. */
export function collectionText(facts: ReleaseFacts): string {
  if (facts.texts) return facts.texts.collection;
  const people = facts.isSynthetic ? "simulated sessions" : "sessions";
  const periodText = facts.collected ? ` between ${facts.collected.first} and ${facts.collected.last}` : "";
  const items = facts.answersPerItem;
  return [
    `${facts.started} ${people} were started${periodText} (stage “${facts.stage}”); ${facts.completed} were completed, ${facts.counted} answers count and ${facts.excluded} are excluded.`,
    facts.reopened
      ? `Planned, amended after data: after the data had been locked, the study was reopened; ${facts.reopened.started} more were started and ${facts.reopened.completed} completed, whose answers do not count.`
      : null,
    items ? `Counted answers per item: median ${items.median}, from ${items.fewest} to ${items.most}.` : null,
    facts.recruiters.length > 0 ? `Recruiters: ${facts.recruiters.join(", ")}.` : null,
    facts.lock
      ? `Answers count as locked on ${formatDay(facts.lock.lockedAt)} (SHA-256 of the list of responses: ${facts.lock.sha256}).`
      : "The data were not locked.",
  ]
    .filter((one) => one !== null)
    .join(" ");
}

/** What the release contains about people. */
export function privacyText({ level, k, dropped, texts }: ReleaseFacts): string {
  if (texts) return texts.privacy;
  const removedText = {
    public: "Free text, times of day and recruiters' ids are removed; participants are numbered at random.",
    coded: "Recruiters' ids are removed; participants have a random code. Free text and times are included.",
    identified: "Recruiters' ids are included. This archive must not be published.",
  }[level];
  const sharedText =
    k === null
      ? "No attributes of people are included."
      : `Every combination of people's attributes is shared by at least ${k} ${k === 1 ? "person" : "people"}.`;
  return [removedText, sharedText, dropped.length > 0 ? `Columns omitted: ${dropped.join(", ")}.` : null]
    .filter((one) => one !== null)
    .join(" ");
}

function sizeCategory(rows: number): string {
  if (rows < 1_000) return "n<1K";
  if (rows < 10_000) return "1K<n<10K";
  if (rows < 100_000) return "10K<n<100K";
  if (rows < 1_000_000) return "100K<n<1M";
  return "1M<n<10M";
}
