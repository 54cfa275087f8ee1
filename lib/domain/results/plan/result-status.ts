import { formatDay } from "../../format/times.ts";
import { type DataCollectionState, dataChanges, isUnfinished } from "./data-collection-state.ts";
import type { FrozenChange } from "./frozen-protocol.ts";

/**
 * The status of a result. Confirmatory: a test of a plan frozen before the first answer, on its locked data. Interim:
 * any result of data that are not locked, without tests. Look: a planned test at a declared interim analysis.
 * Secondary: a secondary test of such a plan. Amended: a planned test whose plan or data were changed after the first
 * answers. Exploratory: anything else.
 */
export type ResultStatus =
  | { kind: "confirmatory" }
  | { kind: "secondary" }
  | { kind: "interim" }
  | { kind: "look"; number: number; declared: number }
  | { kind: "amended"; changes: readonly FrozenChange[] }
  | { kind: "exploratory" };

/** The status of results that no plan names. */
export const exploratory: ResultStatus = { kind: "exploratory" };

type PlainKind = Exclude<ResultStatus["kind"], "look">;

const labels: Record<PlainKind, string> = {
  confirmatory: "confirmatory",
  secondary: "planned, secondary",
  interim: "interim, data not locked",
  amended: "planned, amended after data",
  exploratory: "exploratory",
};

const statusPrefixes: Record<PlainKind, string> = {
  confirmatory: "",
  secondary: "Planned, secondary: ",
  interim: "Interim: ",
  amended: "Planned, amended after data: ",
  exploratory: "Exploratory: ",
};

/** The name of a status in tables and captions. */
export function statusLabel(status: ResultStatus): string {
  return status.kind === "look" ? `interim analysis ${status.number} of ${status.declared}` : labels[status.kind];
}

/** The beginning of a sentence about a result. */
export function statusPrefix(status: ResultStatus): string {
  return status.kind === "look"
    ? `Interim analysis ${status.number} of ${status.declared}: `
    : statusPrefixes[status.kind];
}

declare const hasStatus: unique symbol;

/** A sentence about a result, with its status. Components and files show only such sentences. */
export type StatusSentence = string & { readonly [hasStatus]: true };

/**
 * A sentence about a result that begins with its status. A sentence that already begins with another status keeps it,
 * because a result outside the plan can be among planned ones.
 */
export function withStatus(status: ResultStatus | null, sentence: string): StatusSentence {
  const isMarked = Object.values(statusPrefixes).some((prefix) => prefix !== "" && sentence.startsWith(prefix));
  return `${status === null || isMarked ? "" : statusPrefix(status)}${sentence}` as StatusSentence;
}

/** Changes that a note names; the record of the protocol lists all. */
const maxListedChanges = 8;

/**
 * A status as a sentence for a caption or note, with the former values of amended parts.
 *
 * @param exceptions the statuses of parts that differ and are marked with their own
 */
export function statusNote(status: ResultStatus, exceptions: readonly string[] = []): string {
  const changes = status.kind === "amended" ? status.changes : [];
  const formerValues = changes
    .slice(0, maxListedChanges)
    .map(({ path, before, after }) => `${path} was ${before || "empty"}, now ${after || "empty"}`);
  if (changes.length > maxListedChanges) formerValues.push(`and ${changes.length - maxListedChanges} more changes`);
  const exceptionText =
    exceptions.length === 0 ? "" : `, except where marked ${exceptions.map((one) => `“(${one})”`).join(" or ")}`;
  return `Status: ${statusLabel(status)}${exceptionText}.${formerValues.length === 0 ? "" : ` After the first answers: ${formerValues.join("; ")}.`}`;
}

/** The statuses of the rows of a table for its caption or note. Rows that differ have their status in a column. */
export function statusNotes(statuses: readonly ResultStatus[]): string[] {
  const notes = new Map(statuses.map((status) => [statusLabel(status), statusNote(status)]));
  if (notes.size <= 1) return [...notes.values()];
  const changes = [...notes].flatMap(([label, note]) => note.slice(`Status: ${label}.`.length).trim() || []);
  return [`Status of each row: ${[...notes.keys()].join(" or ")}.`, ...changes];
}

/** The status of results that no plan names, on data of a stage. */
export function dataStatus(stage: string, data: { locks: readonly unknown[] }): ResultStatus {
  return isUnfinished(stage, data) ? { kind: "interim" } : exploratory;
}

/** The status of results that the plan does not name, on a page with planned ones. */
export function unplannedStatus(planned: ResultStatus): ResultStatus {
  return planned.kind === "interim" ? planned : exploratory;
}

/** The status of a test of a plan by its role: a secondary test is tested only if every primary test is significant. */
export function statusOfRole(ofPlan: ResultStatus, role: "primary" | "secondary"): ResultStatus {
  return role === "secondary" && ofPlan.kind === "confirmatory" ? { kind: "secondary" } : ofPlan;
}

/** The status of results about people who arrived after a study with locked data was reopened. */
export function reopenedStatus(lockedAt: Date): ResultStatus {
  const after = "people who arrived after the study was reopened";
  return { kind: "amended", changes: [{ path: "data", before: `as locked on ${formatDay(lockedAt)}`, after }] };
}

/**
 * The status of the tests of a study's plan.
 *
 * @param stored null if no plan is saved
 */
export function planStatus(
  stored: { frozenAt: Date | null; changesAfterData: readonly FrozenChange[] | null } | null,
  stage: string,
  data: DataCollectionState,
): ResultStatus {
  if (isUnfinished(stage, data)) return { kind: "interim" };
  if (stored === null || stored.frozenAt === null) return exploratory;
  const { changesAfterData } = stored;
  const changes = [...(changesAfterData ?? []), ...dataChanges(data)];
  if (changesAfterData === null || changes.length > 0) return { kind: "amended", changes };
  return stage === "main" ? { kind: "confirmatory" } : exploratory;
}
