import { explainDesign } from "../composition/explain-design.ts";
import { statementsPerReading } from "../composition/generate-readings.ts";
import { type LayoutDesign, layoutDesignSchema } from "../composition/layout-design.ts";
import { compositionOf, smallestExactSessions } from "../composition/study-layout.ts";
import type { VariedKind } from "../kinds/asked-kind.ts";
import { listQuotaQuestions, strataOf } from "./quotas.ts";
import type { StudyDraft } from "./study-draft.ts";

/** A form after importing a design file, or the reason for a refusal; the message is for the user of the form. */
type TakenOver = { draft: StudyDraft; message: string } | { draft: null; message: string };

/**
 * Imports a design file into a study's form. If the file does not state the number of sessions, the smallest exact
 * number is used. A file with a single group removes the form's quotas. A factor that the file does not contain is
 * fixed at the first level of the form. A file with other groups than the form is refused, because it does not define
 * their members.
 *
 * @param text the file
 * @param kind the form's kind of item; null before a benchmark is chosen
 * @param items items selected in the form
 */
export function takeOverDesign(
  draft: StudyDraft,
  text: string,
  kind: Pick<VariedKind, "factors"> | null,
  items: number,
): TakenOver {
  if (!kind) return { draft: null, message: "Choose a benchmark first. Nothing was changed." };
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
  const strange = unknownCondition(file, kind);
  if (strange) return { draft: null, message: `${strange} Nothing was changed.` };
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
      protocol: withItemSettings(draft.protocol, file),
    },
    message: [
      "The form now has the values of the file.",
      ...(isOwn || draft.quotas.length === 0 ? [] : ["The file has one group, so the quotas were removed."]),
      ...held.map(([name, levels]) => `The file does not set the factor ${name}, so all people get ${levels[0]}.`),
      "Save it to keep it.",
    ].join(" "),
  };
}

/** An unknown factor or level of the kind of item, as a sentence; null if there is none. */
function unknownCondition(file: LayoutDesign, kind: Pick<VariedKind, "factors">): string | null {
  for (const { name, levels } of file.factors) {
    const known = kind.factors.find((factor) => factor.name === name);
    if (!known) return `The kind of item has no factor "${name}".`;
    const level = levels.find((one) => !known.levels.some(({ value }) => value === one));
    if (level !== undefined) return `"${level}" is not a level of ${name}.`;
  }
  return null;
}

/**
 * The number of statements after one reading and the time limit are set on the page of items; with readings, the story
 * has its own screen.
 */
function withItemSettings(protocol: StudyDraft["protocol"], file: LayoutDesign): StudyDraft["protocol"] {
  const size = statementsPerReading(file.rules);
  const { timeLimitSeconds } = file;
  return {
    ...protocol,
    steps: protocol.steps.map((step) => {
      if (step.kind !== "items") return step;
      const { statementsPerReading: _size, timeLimitSeconds: _limit, ...rest } = step;
      const timed = timeLimitSeconds === undefined ? rest : { ...rest, timeLimitSeconds };
      return size === null ? timed : { ...timed, layout: "story-then-question" as const, statementsPerReading: size };
    }),
  };
}
