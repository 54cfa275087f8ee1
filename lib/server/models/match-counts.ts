/** How the item of a row was found. */
export const matchMethods = ["id", "fingerprint", "text"] as const;
export type MatchMethod = (typeof matchMethods)[number];

/**
 * How the rows of one file were matched: the number of rows for each method, and the first rows by line for a preview.
 */
export class MatchCounts {
  readonly matched: Record<MatchMethod, number> = { id: 0, fingerprint: 0, text: 0 };
  private readonly first = new Map<number, { name: string; by: MatchMethod }>();

  constructor(private readonly kept = 20) {}

  /** @param name the item's name in the file */
  add(line: number, name: string, by: MatchMethod): void {
    this.matched[by] += 1;
    if (this.first.size < this.kept) this.first.set(line, { name, by });
  }

  /**
   * How the row of a line was matched; null if the line is not among the first lines, which are stored for the preview.
   */
  of(line: number): { name: string; by: MatchMethod } | null {
    return this.first.get(line) ?? null;
  }
}
