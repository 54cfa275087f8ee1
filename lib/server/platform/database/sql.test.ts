import { describe, expect, it } from "vitest";
import { fragment, sql } from "./sql.ts";

describe("sql", () => {
  it("numbers the values of nested fragments in the order in which they stand, and prepares the whole under one name", () => {
    const inner = fragment`b = ${"two"}`;
    const middle = fragment`(a = ${1} OR ${inner})`;
    const { text, values, name } = sql`SELECT ${"first"} WHERE ${middle} AND c = ${null}`;
    expect(text).toBe("SELECT $1 WHERE (a = $2 OR b = $3) AND c = $4");
    expect(values).toEqual(["first", 1, "two", null]);
    expect(sql`SELECT ${0} WHERE ${middle} AND c = ${9}`.name).toBe(name);
  });

  it("binds a text that looks like SQL", () => {
    expect(sql`SELECT ${"1; DROP TABLE study"}`).toMatchObject({ text: "SELECT $1", values: ["1; DROP TABLE study"] });
  });
});
