import { capitalize } from "../format/capitalize.ts";
import type { BeliefTuple } from "./tuple.ts";

/**
 * The slots that a template may use. `relation` and `subject` together mean the same as `subjectRelation`, without
 * "the".
 */
export type Slot =
  | "subjectRelation"
  | "relation"
  | "subject"
  | "objectContext"
  | "objectPrior"
  | "extraInformation"
  | "condition"
  | "counterfactualCondition"
  | "authoritySource"
  | "beliefSource";

/**
 * Slot names in template files, in two vocabularies: of the authors' template file, and of the paper's listings 1 to 3
 * (which also differ from each other). No name has two meanings.
 */
export const slotNames: ReadonlyMap<string, Slot> = new Map<string, Slot>([
  ["subject_relation", "subjectRelation"],
  ["object_ctx", "objectContext"],
  ["extra_info_obj_ctx", "extraInformation"],
  ["condition", "condition"],
  ["counterfactual_condition", "counterfactualCondition"],
  ["authority_source", "authoritySource"],
  ["belief_source", "beliefSource"],
  ["relation", "relation"],
  ["subject", "subject"],
  ["object", "objectContext"],
  ["object_pri", "objectPrior"],
  ["object_true", "objectPrior"],
  ["extra_information", "extraInformation"],
  ["extra_info_obj", "extraInformation"],
  ["counterfactual", "counterfactualCondition"],
  ["authority_src", "authoritySource"],
  ["belief_src", "beliefSource"],
]);

/** The sources that an expression quotes; null if its template quotes none. */
export interface QuotedSources {
  authoritySource: string | null;
  beliefSource: string | null;
}

export type SlotValues = Readonly<Record<Slot, string | null>>;

/**
 * The value of each slot for one fact. The sources in the tuple are not used, because each expression draws its own
 * sources.
 */
export function getSlotValues(tuple: BeliefTuple, sources: QuotedSources): SlotValues {
  return {
    subjectRelation: tuple.subjectRelation,
    relation: tuple.relation,
    subject: tuple.subject,
    objectContext: tuple.objectContext,
    objectPrior: tuple.objectPrior,
    extraInformation: tuple.extraInformation,
    condition: tuple.condition,
    counterfactualCondition: tuple.counterfactualCondition,
    authoritySource: sources.authoritySource,
    beliefSource: sources.beliefSource,
  };
}

const slotPattern = /\{([^{}]*)\}/g;

/** The names in braces in a template, in order of appearance, including unknown names. */
export function listSlotNames(template: string): string[] {
  return [...template.matchAll(slotPattern)].map((match) => match[1] ?? "");
}

/** Whether a template uses this slot under any of its names. */
export function usesSlot(template: string, slot: Slot): boolean {
  return listSlotNames(template).some((name) => slotNames.get(name) === slot);
}

export type Rendering =
  | { ok: true; text: string }
  | { ok: false; reason: "unknownSlot" | "missingValue"; slot: string };

/**
 * Fills the slots of a template and converts its first character to upper case.
 *
 * All slots are filled in one pass, so that braces inside a name do not change. Only the first character changes: if a
 * later sentence begins with a slot, it keeps its lower case, as in the authors' data.
 */
export function fillSlots(template: string, values: SlotValues): Rendering {
  for (const name of listSlotNames(template)) {
    const slot = slotNames.get(name);
    if (slot === undefined) return { ok: false, reason: "unknownSlot", slot: name };
    if (values[slot] === null || values[slot] === "") return { ok: false, reason: "missingValue", slot: name };
  }
  const filledText = template.replace(
    slotPattern,
    (_whole, name: string) => values[slotNames.get(name) as Slot] as string,
  );
  return { ok: true, text: capitalize(filledText) };
}
