import { formatNumber } from "../../format/figures.ts";
import { formatGenre } from "../../stories/genres.ts";
import type { KsteItem, KsteKind } from "../../stories/items/kste-item.ts";
import { storySource } from "../../stories/items/story-source.ts";
import { wordsOf } from "../../words/words.ts";

/** Counts for the dataset card, accumulated item by item so that memory use does not grow with the data set. */
export class DatasetCounts {
  readonly #kinds = new Map<KsteKind, { items: number; words: number }>();
  readonly #genres = new Map<string, Map<KsteKind, number>>();

  readonly #licences = new Map<string, number>();

  add(item: KsteItem): void {
    const { licence = "" } = storySource(item);
    this.#licences.set(licence, (this.#licences.get(licence) ?? 0) + 1);
    const kind = this.#kinds.get(item.kind) ?? { items: 0, words: 0 };
    kind.items += 1;
    kind.words += wordsOf(item.story).length;
    this.#kinds.set(item.kind, kind);
    const genre = this.#genres.get(item.genre) ?? new Map<KsteKind, number>();
    genre.set(item.kind, (genre.get(item.kind) ?? 0) + 1);
    this.#genres.set(item.genre, genre);
  }

  items(...kinds: KsteKind[]): number {
    return kinds.reduce((sum, kind) => sum + (this.#kinds.get(kind)?.items ?? 0), 0);
  }

  /** Mean number of words per story; null if there are no stories. */
  meanWords(...kinds: KsteKind[]): number | null {
    const items = this.items(...kinds);
    const words = kinds.reduce((sum, kind) => sum + (this.#kinds.get(kind)?.words ?? 0), 0);
    return items === 0 ? null : words / items;
  }

  /** The licences of the stories with their number of items, most frequent first; empty if no licence is stated. */
  licences(): { licence: string; items: number }[] {
    const licenceCounts = [...this.#licences].map(([licence, items]) => ({ licence, items }));
    if (licenceCounts.every(({ licence }) => licence === "")) return [];
    return licenceCounts.sort((left, right) => right.items - left.items);
  }

  genres(): { genre: string; of: (kind: KsteKind) => number }[] {
    return [...this.#genres]
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([genre, counts]) => ({ genre, of: (kind) => counts.get(kind) ?? 0 }));
  }
}

/** Additional content of the card. */
export interface CardFacts {
  name: string;
  /** Version of the included guidelines; null if none are included. */
  guidelines: number | null;
  canary: string | null;
}

const files: readonly { kind: KsteKind; config: string }[] = [
  { kind: "original", config: "ikd_original" },
  { kind: "error", config: "ikd_erroneous" },
  { kind: "knp", config: "knp" },
];

/** The path of the file for a kind of item inside the folder. */
export function datasetFile(kind: KsteKind): string {
  return `data/${files.find((file) => file.kind === kind)?.config ?? kind}.jsonl`;
}

/**
 * Renders the dataset card in the format of Hugging Face: the files in the metadata header, then the tables of the
 * paper (samples, words, chance; samples by genre) and the meaning of the fields. Chance is a uniform guess among the
 * answers. If the classes are unequal, the accuracy of always choosing the larger class is also stated.
 */
export function renderDatasetCard(counts: DatasetCounts, { name, guidelines, canary }: CardFacts): string {
  const filesWithItems = files.filter(({ kind }) => counts.items(kind) > 0);
  const configs = filesWithItems.map(
    ({ kind, config }) => `- config_name: ${config}\n  data_files:\n  - split: test\n    path: ${datasetFile(kind)}`,
  );
  const [sound, erroneous] = [counts.items("original"), counts.items("error")];
  const largerClassShare = sound + erroneous === 0 ? null : Math.max(sound, erroneous) / (sound + erroneous);
  const rows = [
    formatTableRow(
      "IKD, classification",
      counts.items("original", "error"),
      counts.meanWords("original", "error"),
      largerClassShare,
    ),
    formatTableRow("KNP", counts.items("knp"), counts.meanWords("knp"), counts.items("knp") === 0 ? null : 0.5),
  ];
  const genres = counts
    .genres()
    .map(
      ({ genre, of }) => `| ${escapeCell(formatGenre(genre))} | ${of("original")} | ${of("error")} | ${of("knp")} |`,
    );
  const licences = counts.licences().map(({ licence, items }) => `| ${escapeCell(licence)} | ${items} |`);
  return `---
pretty_name: ${JSON.stringify(name)}
language:
- en
task_categories:
- text-classification
- question-answering
${configs.length === 0 ? "" : `configs:\n${configs.join("\n")}\n`}---

# ${name.replace(/\s+/gu, " ")}

Implausible Knowledge Detection (IKD): is there an error in the story, and where? Knowledge-sensitive Next-action
Prediction (KNP): what does the character do, who does not know? The tasks are those of Yang et al., "Are LLMs Smarter Than
Chimpanzees?".

| Task | Samples | Mean words | Random chance | Always the larger class |
| --- | --- | --- | --- | --- |
${rows.join("\n")}

| Genre | Originals | Erroneous stories | Questions |
| --- | --- | --- | --- |
${genres.join("\n")}
${licences.length === 0 ? "" : `\n| Licence of the story | Samples |\n| --- | --- |\n${licences.join("\n")}\n\n\`provenance.source\` names title, author and address of each.\n`}
\`erroneous_event\` marks the faulty words with \`<error>...</error>\`. In KNP \`answer_without_knowledge\` is right and
\`answer_with_knowledge\` the distractor; shuffle them. \`provenance.parallax\` says what people did with an item.
${guidelines === null ? "" : `\nIt was annotated by the guidelines in GUIDELINES.md, version ${guidelines} at the end.\n`}${canary === null ? "" : `\nCanary: ${canary}\n`}`;
}

function formatTableRow(task: string, items: number, words: number | null, larger: number | null): string {
  const cells = [task, items, formatNumber(words), "0.50", formatNumber(larger, 2)];
  return `| ${cells.join(" | ")} |`;
}

function escapeCell(text: string): string {
  return text.replace(/[|\s]+/gu, " ").trim() || "not stated";
}
