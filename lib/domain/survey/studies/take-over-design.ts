import { explainDesign } from "../composition/explain-design.ts";
import { statementsPerReading } from "../composition/generate-readings.ts";
import { type LayoutDesign, layoutDesignSchema } from "../composition/layout-design.ts";
import { smallestExactSessions, toFormValues } from "../composition/study-layout.ts";
import type { StudyItemKind } from "../kinds/asked-kind.ts";
import { listQuotaQuestions, strataOf } from "./quotas.ts";
import type { StudyDraft } from "./study-draft.ts";

/**
 * The form after a design file was imported, or null if the file was rejected; the message is for the user of the form.
 */
type DesignImport = { draft: StudyDraft; message: string } | { draft: null; message: string };

/**
 * Imports a design file into a study's form. If the file does not state the number of sessions, the smallest exact
 * number is used. If the file has a single group, the form's quotas are removed. A factor that the file does not
 * contain is fixed at its first level in the form. A file with different groups from the form is rejected, because the
 * file does not define the members of its groups.
 *
 * @param text the file
 * @param kind the form's kind of item; null before a benchmark is chosen
 * @param items items selected in the form
 */
export function importDesignFile(
  draft: StudyDraft,
  text: string,
  kind: Pick<StudyItemKind, "factors"> | null,
  items: number,
): DesignImport {
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
  const conditionProblem = describeUnknownCondition(file, kind);
  if (conditionProblem) return { draft: null, message: `${conditionProblem} Nothing was changed.` };
  const groups = strataOf(draft.quotas, listQuotaQuestions(draft.protocol)).map(({ key }) => key);
  const unknownStratum = file.strata.find(({ key }) => !groups.includes(key));
  const hasSameGroups = unknownStratum === undefined && groups.length === file.strata.length;
  if (!hasSameGroups && file.strata.length > 1) {
    return {
      draft: null,
      message: `The groups of the file are not those of the form${unknownStratum ? ` ("${unknownStratum.key}")` : ""}. Set the same quotas first; nothing was changed.`,
    };
  }
  const importedValues = toFormValues(file);
  const sessions = file.sessions ?? smallestExactSessions(file, items);
  const factorNames = new Set(file.factors.map(({ name }) => name));
  const fixedFactors = Object.entries(draft.conditions).filter(
    ([name, levels]) => !factorNames.has(name) && levels.length > 1,
  );
  return {
    draft: {
      ...draft,
      ...importedValues,
      composition: { ...importedValues.composition, sessions },
      quotas: hasSameGroups ? draft.quotas : [],
      conditions: {
        ...draft.conditions,
        ...Object.fromEntries(fixedFactors.map(([name, levels]) => [name, levels.slice(0, 1)])),
        ...Object.fromEntries(file.factors.map(({ name, levels }) => [name, levels])),
      },
      protocol: applyItemSettings(draft.protocol, file),
    },
    message: [
      "The form now has the values of the file.",
      ...(hasSameGroups || draft.quotas.length === 0 ? [] : ["The file has one group, so the quotas were removed."]),
      ...fixedFactors.map(
        ([name, levels]) => `The file does not set the factor ${name}, so all people get ${levels[0]}.`,
      ),
      "Save the form to keep them.",
    ].join(" "),
  };
}

/** An unknown factor or level of the kind of item, as a sentence; null if there is none. */
function describeUnknownCondition(file: LayoutDesign, kind: Pick<StudyItemKind, "factors">): string | null {
  for (const { name, levels } of file.factors) {
    const kindFactor = kind.factors.find((factor) => factor.name === name);
    if (!kindFactor) return `The kind of item has no factor "${name}".`;
    const level = levels.find((one) => !kindFactor.levels.some(({ value }) => value === one));
    if (level !== undefined) return `"${level}" is not a level of ${name}.`;
  }
  return null;
}

/**
 * Sets the number of statements after one reading and the time limit on the page of items; with readings, the story has
 * a separate screen.
 */
function applyItemSettings(protocol: StudyDraft["protocol"], file: LayoutDesign): StudyDraft["protocol"] {
  const size = statementsPerReading(file.rules);
  const { timeLimitSeconds } = file;
  return {
    ...protocol,
    steps: protocol.steps.map((step) => {
      if (step.kind !== "items") return step;
      const { statementsPerReading: _size, timeLimitSeconds: _limit, ...rest } = step;
      const stepWithLimit = timeLimitSeconds === undefined ? rest : { ...rest, timeLimitSeconds };
      return size === null
        ? stepWithLimit
        : { ...stepWithLimit, layout: "story-then-question" as const, statementsPerReading: size };
    }),
  };
}
