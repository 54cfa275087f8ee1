import { type KeyCoding, KeyCodingVotes } from "./key-coding.ts";
import { kindOfWords } from "./kind-words.ts";
import { findUsualColumns, type ItemTableReading, matchColumns, readRowOptions } from "./read-item-table.ts";

/** A table as shown in the import form: its columns with sample values, and how they are read. */
export interface ItemTableFacts {
  columns: { name: string; samples: string[] }[];
  /** The column of each part; "-" if there is none. `options` is a JSON list of column names. */
  mapped: Record<string, string>;
  /** How keys identify an option; null if there are no keys of this type. */
  keys: KeyCoding | null;
  /** Whether the items have no ids in the file and are numbered. */
  isNumbered: boolean;
  /** Rows of ratings and text questions with a key. The key is not stored because these are not scored. */
  unusedKeys: number;
  /** Why no row can be read; null if rows can be read. */
  problem: string | null;
}

/** What the user stated about a table. Everything else is inferred from its cells. */
export interface ItemTableStatement {
  columns: Readonly<Record<string, string>>;
  kind: string | null;
  keys: KeyCoding | null;
}

const maxSamples = 3;
const maxSampleLength = 80;
/** Maximum number of cells in which words for kinds are searched. */
const maxKindCells = 200;

/** Decides from all rows how a table is read. Memory does not depend on the number of rows. */
export class ItemTableSurvey {
  private readonly samples = new Map<string, string[]>();
  private readonly votes = new KeyCodingVotes();
  private readonly kindCells = { seen: 0, known: 0 };
  private unusedKeys = 0;
  private readonly matched: ReturnType<typeof matchColumns>;
  private readonly guessedKind: string | null;

  constructor(
    private readonly header: readonly string[],
    private readonly stated: ItemTableStatement,
  ) {
    this.matched = matchColumns(header, stated.columns);
    // A column "type" may be an attribute. It is the kind only if most of its cells contain words for kinds.
    this.guessedKind = stated.columns.kind === undefined ? findUsualColumns(header).kind : null;
  }

  add(row: Readonly<Record<string, string>>): void {
    for (const name of this.header) {
      const cell = (row[name] ?? "").trim();
      const knownSamples = this.samples.get(name) ?? [];
      const sample = cell.length > maxSampleLength ? `${cell.slice(0, maxSampleLength - 1).toWellFormed()}…` : cell;
      if (cell !== "" && knownSamples.length < maxSamples && !knownSamples.includes(sample))
        this.samples.set(name, [...knownSamples, sample]);
    }
    const kindCell = this.guessedKind === null ? "" : (row[this.guessedKind] ?? "").trim();
    if (kindCell !== "" && this.kindCells.seen < maxKindCells) {
      this.kindCells.seen += 1;
      if (kindOfWords(kindCell) !== null) this.kindCells.known += 1;
    }
    if (!this.matched.ok || this.matched.columns.gold === null) return;
    const statedKind = kindOfWords((row[this.matched.columns.kind ?? ""] ?? "").trim()) ?? this.stated.kind;
    const isUnscored = statedKind === "rating" || statedKind === "text";
    if (isUnscored && (row[this.matched.columns.gold] ?? "").trim() !== "") this.unusedKeys += 1;
    this.votes.add(row[this.matched.columns.gold] ?? "", readRowOptions(this.matched.columns, row));
  }

  /** Returns how the rows are read; null if they cannot be read, with the problem in the facts. */
  decide(): { reading: ItemTableReading | null; facts: ItemTableFacts } {
    const isKind = this.kindCells.known * 2 > this.kindCells.seen || this.guessedKind?.trim().toLowerCase() === "kind";
    const columns = this.matched.ok ? this.matched.columns : findUsualColumns(this.header);
    const kind = this.guessedKind !== null && !isKind ? null : columns.kind;
    const allColumns = { ...columns, kind };
    const { options, ...parts } = allColumns;
    const keys = this.stated.keys ?? this.votes.decide();
    const facts: ItemTableFacts = {
      columns: this.header.map((name) => ({ name, samples: this.samples.get(name) ?? [] })),
      mapped: {
        ...Object.fromEntries(Object.entries(parts).map(([part, name]) => [part, name ?? "-"])),
        options: JSON.stringify(options),
      },
      keys,
      isNumbered: allColumns.id === null,
      unusedKeys: kind === columns.kind ? this.unusedKeys : 0,
      problem: this.matched.ok ? null : this.matched.message,
    };
    const { text } = allColumns;
    const reading =
      this.matched.ok && text !== null ? { columns: { ...allColumns, text }, kind: this.stated.kind, keys } : null;
    return { reading, facts };
  }
}
