import { explainDesign } from "../composition/explain-design.ts";
import { readingOf } from "../composition/lay-out-readings.ts";
import { layoutDesignSchema } from "../composition/layout-design.ts";
import { compositionOf, smallestExactSessions } from "../composition/study-layout.ts";
import { listQuotaQuestions, strataOf } from "./quotas.ts";
import type { StudyDraft } from "./study-draft.ts";

/** A form after a design file was read into it, or why it was not; the message is one for the reader of the form. */
type TakenOver = { draft: StudyDraft; message: string } | { draft: null; message: string };

/**
 * Reads a design file into a study's form. A file that states no sessions gives the smallest exact number of them, one with
 * a single group removes the form's quotas, and a factor that it does not name is held at the first level that the form
 * has. A file with other groups than the form is refused: it does not say who belongs to them.
 *
 * @param text the file
 * @param items items that the form has chosen
 */
export function takeOverDesign(draft: StudyDraft, text: string, items: number): TakenOver {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { draft: null, message: "This file is not JSON. Nothing was changed." };
  }
  const parsed = layoutDesignSchema.safeParse(json);
  if (!parsed.success) {
    return { draft: null, message: `${explainDesign(parsed.error, json)}. Nothing was changed.` };
  }
  const file = parsed.data;
  const groups = strataOf(draft.quotas, listQuotaQuestions(draft.protocol)).map(({ key }) => key);
  const unknown = file.strata.find(({ key }) => !groups.includes(key));
  const isOwn = unknown === undefined && groups.length === file.strata.length;
  if (!isOwn && file.strata.length > 1) {
    return {
      draft: null,
      message: `The file has other groups than the form${unknown ? ` ("${unknown.key}")` : ""}. Make the same quotas first; nothing was changed.`,
    };
  }
  const taken = compositionOf(file);
  const sessions = file.sessions ?? smallestExactSessions(file, items);
  const named = new Set(file.factors.map(({ name }) => name));
  const held = Object.entries(draft.conditions).filter(([name, levels]) => !named.has(name) && levels.length > 1);
  return {
    draft: {
      ...draft,
      ...taken,
      composition: { ...taken.composition, sessions },
      quotas: isOwn ? draft.quotas : [],
      conditions: {
        ...draft.conditions,
        ...Object.fromEntries(held.map(([name, levels]) => [name, levels.slice(0, 1)])),
        ...Object.fromEntries(file.factors.map(({ name, levels }) => [name, levels])),
      },
      protocol: withReadings(draft.protocol, readingOf(file.rules)),
    },
    message: [
      "The form now says what the file says.",
      ...(isOwn || draft.quotas.length === 0 ? [] : ["The file has one group, so the quotas were removed."]),
      ...held.map(([name, levels]) => `The file does not name ${name}, so it is ${levels[0]} for everybody.`),
      "Save it to keep it.",
    ].join(" "),
  };
}

/** How many statements follow one reading stands with the page of items, whose story then has a screen of its own. */
function withReadings(protocol: StudyDraft["protocol"], size: number | null): StudyDraft["protocol"] {
  return {
    ...protocol,
    steps: protocol.steps.map((step) => {
      if (step.kind !== "items") return step;
      const { statementsPerReading: _earlier, ...rest } = step;
      return size === null ? rest : { ...rest, layout: "story-then-question" as const, statementsPerReading: size };
    }),
  };
}
