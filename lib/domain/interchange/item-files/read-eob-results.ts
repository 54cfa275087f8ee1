import { alsoTrue } from "../../beliefs/false-alternative.ts";
import { type QueryType, readYesNoQuery } from "../../beliefs/queries.ts";
import { eobColumns, type LogTableRow } from "../model-logs/read-table.ts";
import { type ItemRecord, shortHash } from "./item-record.ts";

/** The columns used from a result file of Du et al. */
export const eobResultColumns = [...eobColumns, "object", "object_true", "dimension", "category"] as const;

/** Whether a table has the columns of a result file of Du et al. */
export function isEobResults(header: readonly string[]): boolean {
  return eobResultColumns.every((name) => header.includes(name));
}

/**
 * Creates a function that reads the rows of a result file of Du et al. and returns each item once. The file contains
 * every expression and question as text. It gives an item for each expression with its question, and an item for each
 * question without an expression. The model's answers are imported separately, as predictions from the same file.
 */
export function createEobItemReader(): (row: LogTableRow) => ItemRecord[] {
  const seenIds = new Set<string>();
  return (row) => {
    const eobRow = readRow(row);
    if ("rejected" in eobRow) return [eobRow];
    const items = [itemOf(eobRow, ""), ...(eobRow.assertion === "" ? [] : [itemOf(eobRow, eobRow.assertion)])];
    return items.flatMap((item) => {
      if (seenIds.has(item.row.id)) return [];
      seenIds.add(item.row.id);
      return [item];
    });
  };
}

interface EobRow {
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

function readRow(row: LogTableRow): EobRow | { rejected: string } {
  const cell = (name: string) => (row[name] ?? "").trim();
  if (cell("query_format") === "open_ended") return { rejected: "asks an open question, not a yes/no question" };
  const [query, objectPrior, objectContext] = [cell("query"), cell("object_true"), cell("object")];
  const missingCell = Object.entries({ query, object_true: objectPrior, object: objectContext }).find(
    ([, value]) => value === "",
  );
  if (missingCell) return { rejected: `column "${missingCell[0]}" is empty` };
  const parsedQuery = readYesNoQuery(query, objectPrior, objectContext);
  if (!parsedQuery) return { rejected: "asks about neither of its objects" };
  const details = { subject: cell("subject"), dimension: cell("dimension"), category: cell("category") };
  return { ...parsedQuery, ...details, query, objectPrior, objectContext, assertion: cell("assertion") };
}

function itemOf(eobRow: EobRow, assertion: string) {
  const { query, queryType, subjectRelation, subject, objectPrior, objectContext } = eobRow;
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
        dimension: isPrior ? null : eobRow.dimension,
        category: isPrior ? null : eobRow.category,
        subject,
        object_pri: objectPrior,
        object_ctx: objectContext,
        ...(alsoTrue({ objectPrior, objectContext }) === null ? {} : { also_true: true }),
      },
    },
  };
}
