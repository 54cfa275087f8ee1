import type { QueryConfig } from "pg";
import { fingerprint } from "@/lib/domain/fingerprint.ts";
import { readVariable } from "../environment.ts";

/** A part of a statement together with its values; `sql` and `fragment` accept it in place of a value. */
export class SqlFragment {
  constructor(
    readonly strings: readonly string[],
    readonly values: readonly unknown[],
  ) {}
}

/** A part of a longer statement: fragment`id = ${1}`. Its values are numbered when the statement is built. */
export function fragment(strings: TemplateStringsArray, ...values: unknown[]): SqlFragment {
  return new SqlFragment(strings, values);
}

/**
 * Marks a statement whose text has many variants: the statement is not prepared, but planned each time for its values.
 */
export function withoutPreparing({ text, values = [] }: QueryConfig): QueryConfig {
  return { text, values };
}

/** The conjunction of conditions; `true` if there are none. */
export function allConditions(conditions: readonly SqlFragment[]): SqlFragment {
  return conditions.reduce((all, one) => fragment`${all} AND ${one}`, fragment`true`);
}

const namesByText = new Map<string, string>();

/**
 * One raw statement, sql`SELECT ${1}`. Its values are always bound as parameters; fragments are inserted as text, and
 * their values are bound too. The statement is prepared under a name derived from its text, so each connection plans it
 * once. Behind a pooler that does not support prepared statements (PgBouncer before 1.21 in transaction mode) set
 * PARALLAX_PREPARED_STATEMENTS=off.
 */
export function sql(strings: TemplateStringsArray, ...values: unknown[]): QueryConfig {
  const { text, bound } = flatten(strings, values);
  if (readVariable("PARALLAX_PREPARED_STATEMENTS") === "off") return { text, values: bound };
  let name = namesByText.get(text);
  if (!name) {
    name = `p_${fingerprint(text).slice(0, 24)}`;
    namesByText.set(text, name);
  }
  return { name, text, values: bound };
}

function flatten(strings: readonly string[], values: readonly unknown[]): { text: string; bound: unknown[] } {
  let text = "";
  const bound: unknown[] = [];
  const add = (parts: readonly string[], between: readonly unknown[]) => {
    parts.forEach((part, index) => {
      text += part;
      if (index === parts.length - 1) return;
      const value = between[index];
      if (value instanceof SqlFragment) add(value.strings, value.values);
      else text += `$${bound.push(value)}`;
    });
  };
  add(strings, values);
  return { text, bound };
}
