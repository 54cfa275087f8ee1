import type { QueryConfig } from "pg";
import { fingerprint } from "@/lib/domain/fingerprint.ts";

const namesByText = new Map<string, string>();

/**
 * One raw statement with its values bound, never spliced: sql`SELECT ${1}`. The statement is prepared under a name made
 * from its text, so each connection plans it once. Behind a pooler that cannot prepare (PgBouncer before 1.21 in
 * transaction mode) set PARALLAX_PREPARED_STATEMENTS=off.
 */
export function sql(strings: TemplateStringsArray, ...values: unknown[]): QueryConfig {
  const text = strings.reduce((joined, part, index) => `${joined}$${index}${part}`);
  if (process.env.PARALLAX_PREPARED_STATEMENTS === "off") return { text, values };
  let name = namesByText.get(text);
  if (!name) {
    name = `p_${fingerprint(text).slice(0, 24)}`;
    namesByText.set(text, name);
  }
  return { name, text, values };
}
