import { type Entry, entryParameters, parseEntry } from "@/lib/domain/survey/entry.ts";
import type { FormFields } from "@/lib/domain/survey/parse-answers.ts";
import { panelParamNames, type RunningProtocol, type StudyState } from "@/lib/server/sessions/running-study.ts";
import { isSigned } from "@/lib/server/studies/entry/entry-signature.ts";

/** The panel ID of a person who declines. It is read from the request and not stored; the return link needs it. */
export interface DecliningParticipant {
  entry: Entry;
  /** The parameters of the participant's link as a query string. */
  query: string;
}

/**
 * Reads the ID of a person who declines from the parameters of the link; null if the return link needs no ID. If a
 * study requires signed IDs, an unsigned ID is ignored, because the return link may itself be signed.
 */
export function readDecliningParticipant(
  running: RunningProtocol,
  state: StudyState,
  fields: FormFields,
): DecliningParticipant | null {
  const panel = panelParamNames(running.protocol);
  if (!panel) return null;
  const parsed = parseEntry(fields, panel);
  if (!parsed.ok || parsed.entry?.source !== "panel") return null;
  if (state.arrivalRules.identity === "signed" && !isSigned(state, parsed.entry)) return null;
  const query = new URLSearchParams(
    entryParameters(panel).flatMap((name) => {
      const value = fields[name];
      return typeof value === "string" ? [[name, value]] : [];
    }),
  );
  return { entry: parsed.entry, query: query.toString() };
}
