import type { CsvMapping } from "@/lib/domain/interchange/kste/csv-columns.ts";
import { type ReadKsteRow, schemaFinding } from "@/lib/domain/interchange/kste/row.ts";
import type { KsteItem } from "@/lib/domain/stories/items/kste-item.ts";
import type { LintFinding } from "@/lib/domain/stories/lint/finding.ts";
import { formatCount } from "../../../domain/format/figures.ts";
import { SourceRefused } from "./limits.ts";

/** A completely read source: its items, format errors, and skipped files. */
export interface KsteSource {
  /** In the order of the source; every ID is unique. */
  items: KsteItem[];
  /** Findings `schema` and, for responses, `malformed-tag`, each with its row number, from 1. */
  findings: (LintFinding & { row: number })[];
  /** The row that each item came from. */
  rowOf: ReadonlyMap<string, number>;
  /** The original JSON of each item; empty for other formats. */
  rawOf: ReadonlyMap<string, RawRow>;
  /** The number of rows that were read: the items and the refused rows. */
  rows: number;
  refused: number;
  /** Files of a folder or archive that are not items. */
  ignored: string[];
}

/** A row in its original form: a line of a JSONL file, or a file of the released layout. */
export interface RawRow {
  form: "jsonl" | "json";
  text: string;
}

/** The message about the second of two rows with the same ID. */
export const DUPLICATE_ID = "occurs twice; the first item with that id is used";

/** If a source has more bad rows than this, it has another format, and reading stops. */
const maxRefused = 10_000;

/** Collects rows, keeps the first item of each ID, and counts refused rows. */
export class Collector {
  readonly items: KsteItem[] = [];
  readonly findings: KsteSource["findings"] = [];
  readonly ignored: string[] = [];
  readonly genre: string | undefined;
  readonly columns: CsvMapping | undefined;
  #rows = 0;
  #unread = 0;
  #firstUnread: LintFinding | undefined;
  readonly #rowOf = new Map<string, number>();
  readonly #rawOf = new Map<string, RawRow>();

  constructor(genre: string | undefined, columns?: CsvMapping) {
    this.genre = genre;
    this.columns = columns;
  }

  add(row: ReadKsteRow | null, raw: RawRow | null = null): void {
    if (row === null) return;
    this.#rows += 1;
    for (const finding of row.findings) this.findings.push({ ...finding, row: this.#rows });
    if (row.item === null) {
      this.#countUnread(row.findings[0]);
      return;
    }
    if (this.#rowOf.has(row.item.id)) {
      this.findings.push({ ...schemaFinding(row.item.id, "id", DUPLICATE_ID), row: this.#rows });
      return;
    }
    this.#rowOf.set(row.item.id, this.#rows);
    this.items.push(row.item);
    if (raw !== null) this.#rawOf.set(row.item.id, raw);
  }

  refuse(item: string, message: string): void {
    this.#rows += 1;
    const finding = schemaFinding(item, "row", message);
    this.findings.push({ ...finding, row: this.#rows });
    this.#countUnread(finding);
  }

  /** Throws a SourceRefused if too many rows could not be read. */
  #countUnread(finding: LintFinding | undefined): void {
    this.#unread += 1;
    this.#firstUnread ??= finding;
    if (this.#unread <= maxRefused) return;
    const { item, message } = this.#firstUnread ?? { item: "row 1", message: "is not an item" };
    throw new SourceRefused(
      `contains more than ${formatCount(maxRefused)} rows that cannot be read, the first of them ${item}: it ${message}`,
    );
  }

  result(): KsteSource {
    const { items, findings, ignored } = this;
    return {
      items,
      findings,
      ignored,
      rowOf: this.#rowOf,
      rawOf: this.#rawOf,
      rows: this.#rows,
      refused: this.#rows - items.length,
    };
  }
}
