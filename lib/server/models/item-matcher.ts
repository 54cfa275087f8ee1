import { pool } from "../platform/database/pool.ts";

/** How a record of a log was found to belong to an item. */
export type MatchedBy = "id" | "text";

interface KnownItem {
  id: string;
  text: string;
  story: string;
}

/** Finds the item of a benchmark that a record of a log is about. */
export class ItemMatcher {
  readonly matched: Record<MatchedBy, number> = { id: 0, text: 0 };
  private readonly byId: ReadonlyMap<string, KnownItem>;
  private readonly known = new Map<string, KnownItem | null>();

  private constructor(private readonly items: readonly KnownItem[]) {
    this.byId = new Map(items.map((item) => [item.id, item]));
  }

  /** Reads the newest versions of a benchmark's items. */
  static async of(benchmarkId: string): Promise<ItemMatcher> {
    const { rows } = await pool().query<KnownItem>(
      `SELECT DISTINCT ON (item.external_id) item.external_id AS id, item.text, story.text AS story
       FROM item_version AS item JOIN story_version AS story ON story.id = item.story_version_id
       WHERE item.benchmark_id = $1 ORDER BY item.external_id, item.version DESC`,
      [benchmarkId],
    );
    return new ItemMatcher(rows.map(({ id, text, story }) => ({ id, text: spaced(text), story: spaced(story) })));
  }

  /**
   * The item whose id a record names, unless the prompt shows another one: the numbers that harnesses count by are often
   * somebody else's ids. Without an id that fits, the one item whose story and question stand in the prompt; null where
   * none or several do.
   */
  find(id: string | number, prompt: string | null): string | null {
    const named = this.byId.get(String(id));
    if (prompt === null) return this.take(named, "id");
    const shown = spaced(prompt);
    if (named !== undefined && isIn(named, shown)) return this.take(named, "id");
    const found = this.inPrompt(shown);
    return found === null ? this.take(typeof id === "string" ? named : undefined, "id") : this.take(found, "text");
  }

  private take(item: KnownItem | undefined, by: MatchedBy): string | null {
    if (item === undefined) return null;
    this.matched[by] += 1;
    return item.id;
  }

  /** Repeats and filters bring one prompt again and again, mostly one behind the other. */
  private inPrompt(shown: string): KnownItem | null {
    const before = this.known.get(shown);
    if (before !== undefined) return before;
    if (this.known.size > 1_000) this.known.clear();
    const found = this.items.filter((item) => isIn(item, shown));
    const longest = Math.max(...found.map(({ text, story }) => text.length + story.length));
    const best = found.filter(({ text, story }) => text.length + story.length === longest);
    const item = best.length === 1 ? (best[0] ?? null) : null;
    this.known.set(shown, item);
    return item;
  }
}

function isIn({ text, story }: KnownItem, prompt: string): boolean {
  return text !== "" && prompt.includes(text) && prompt.includes(story);
}

function spaced(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}
