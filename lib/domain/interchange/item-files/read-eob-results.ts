import { alsoTrue } from "../../beliefs/false-alternative.ts";
import { type QueryType, readYesNoQuery } from "../../beliefs/queries.ts";
import { eobColumns, type LogTableRow } from "../model-logs/read-table.ts";
import { type ItemRecord, shortHash } from "./item-record.ts";

/** The columns that are read of a result file of paper 004's authors. */
export const eobResultColumns = [...eobColumns, "object", "object_true", "dimension", "category"] as const;

/** Whether a table has the columns of a result file of paper 004's authors. */
export function isEobResults(header: readonly string[]): boolean {
  return eobResultColumns.every((name) => header.includes(name));
}

/**
 * Reads the items of a result file of paper 004's authors, which contains every expression and question as text: the
 * item about each expression, and for each question once the item without an expression. The model's answers are
 * imported separately, as predictions of the same file. Returns a function that reads rows and returns each item once.
 */
export function eobItemReader(): (row: LogTableRow) => ItemRecord[] {
  const given = new Set<string>();
  return (row) => {
    const asked = readRow(row);
    if ("rejected" in asked) return [asked];
    const items = [itemOf(asked, ""), ...(asked.assertion === "" ? [] : [itemOf(asked, asked.assertion)])];
    return items.flatMap((item) => {
      if (given.has(item.row.id)) return [];
      given.add(item.row.id);
      return [item];
    });
  };
}

interface Asked {
  assertion: string;
  query: string;
  queryType: QueryType;
  subjectRelation: string;
  subject: string;
  objectPrior: string;
  objectContext: string;
  dimension: string;
  category: string;
}

function readRow(row: LogTableRow): Asked | { rejected: string } {
  const cell = (name: string) => (row[name] ?? "").trim();
  if (cell("query_format") === "open_ended")
    return { rejected: "asks an open question, which yes and no do not answer" };
  const [query, objectPrior, objectContext] = [cell("query"), cell("object_true"), cell("object")];
  const missing = Object.entries({ query, object_true: objectPrior, object: objectContext }).find(
    ([, value]) => value === "",
  );
  if (missing) return { rejected: `column "${missing[0]}" is empty` };
  const read = readYesNoQuery(query, objectPrior, objectContext);
  if (!read) return { rejected: "asks about neither of its objects" };
  const named = { subject: cell("subject"), dimension: cell("dimension"), category: cell("category") };
  return { ...read, ...named, query, objectPrior, objectContext, assertion: cell("assertion") };
}

function itemOf(asked: Asked, assertion: string) {
  const { query, queryType, subjectRelation, subject, objectPrior, objectContext } = asked;
  const isPrior = assertion === "";
  const fact = `eob-${shortHash([subjectRelation, objectPrior, objectContext].join(" | "))}`;
  const story = isPrior ? `${fact}-prior` : `${fact}-${shortHash(assertion)}`;
  return {
    row: {
      id: `${story}-${queryType}`,
      kind: "yes-no",
      story: { id: story, title: "", genre: "", text: assertion },
      text: query,
      options: [],
      gold: queryType === "prior_yes" ? "yes" : "no",
      attributes: {
        role: isPrior ? "prior" : "expression",
        fact,
        query_type: queryType,
        dimension: isPrior ? null : asked.dimension,
        category: isPrior ? null : asked.category,
        subject,
        object_pri: objectPrior,
        object_ctx: objectContext,
        ...(alsoTrue({ objectPrior, objectContext }) === null ? {} : { also_true: true }),
      },
    },
  };
}
