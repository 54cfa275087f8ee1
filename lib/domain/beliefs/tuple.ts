import * as z from "zod";
import { canonicalJson, fingerprint } from "../fingerprint.ts";
import { firstProblem } from "../text.ts";
import { alsoTrue, type TruthOverlap } from "./false-alternative.ts";
import { plainName } from "./plain-name.ts";

/**
 * A fact, the false object that is asserted of it, and the other texts that templates need (Du et al., section 4.1).
 */
export interface BeliefTuple {
  /**
   * The first 12 hexadecimal digits of the SHA-256 of all fields below, so that a tuple has the same ID in every file.
   */
  id: string;
  subject: string;
  relation: string;
  /** The noun phrase in the fact's question: "the {relation} of {subject}". */
  subjectRelation: string;
  /** The false object, which the expression asserts. */
  objectContext: string;
  /** The true object, assumed to be known. */
  objectPrior: string;
  contextAliases: string[];
  priorAliases: string[];
  /** Every accepted name of the true object. */
  priorAnswers: string[];
  /** "is the {relation} of {subject}": a true statement about the false object. */
  extraInformation: string;
  /** "{object} is the {relation} of {subject}": a true and well-known fact about another subject. */
  condition: string;
  /** The same with "were not the". */
  counterfactualCondition: string;
  /** Monthly page views in PopQA; null if the file does not state them. */
  subjectPopularity: number | null;
  objectPopularity: number | null;
  objectPriorId: number | null;
  conditionIndex: number | null;
}

export type TupleRefusal = {
  ok: false;
  reason: "wrongShape" | "strayComma" | "straySpace" | "brokenUnicode" | "sameObjects";
  field: string;
  message: string;
};

/** A note for the researcher on an accepted tuple. */
export interface TupleNote {
  reason: "aliasDropped" | TruthOverlap;
  field: string;
  message: string;
}

export type ParsedTuple = { ok: true; tuple: BeliefTuple; notes: TupleNote[] } | TupleRefusal;

const shownText = z.string({ error: "must be a text" }).min(1, { message: "must not be empty" });
const nameList = z.array(z.string({ error: "must be a text" }), { error: "must be a list of texts" }).default([]);
const optionalNumber = z.number({ error: "must be a number" }).nullable().default(null);

/** The 17 keys of the authors' JSON lines. The last two are parsed and ignored, as in the authors' generator. */
const tupleFileSchema = z.object({
  subject: shownText,
  relation: shownText,
  object_ctx: shownText,
  object_pri: shownText,
  object_ctx_aliases: nameList,
  object_prior_aliases: nameList,
  possible_prior_answers: nameList,
  obj_prior_id: optionalNumber,
  subj_pop: optionalNumber,
  obj_pop: optionalNumber,
  subject_relation: shownText,
  extra_info_obj_ctx: shownText,
  condition: shownText,
  counterfactual_condition: shownText,
  condition_index: optionalNumber,
  authority_source: z.string().optional(),
  belief_source: z.string().optional(),
});
type TupleFileRow = z.output<typeof tupleFileSchema>;

/** The fields that are shown to readers. A stray comma or space there indicates a truncated name. */
const shownFields = [
  "object_ctx",
  "object_pri",
  "subject_relation",
  "condition",
  "counterfactual_condition",
  "subject",
  "relation",
  "extra_info_obj_ctx",
] as const;
const aliasFields = ["object_ctx_aliases", "object_prior_aliases", "possible_prior_answers"] as const;

/**
 * Reads a tuple from a line of the authors' JSON lines, or reports the malformed field.
 *
 * A tuple with an unpaired surrogate in a displayed text is rejected. An alias with an unpaired surrogate is dropped,
 * with a note. (Writing such aliases once failed and silently dropped 335 tuples.)
 */
export function parseTuple(value: unknown): ParsedTuple {
  const parsed = tupleFileSchema.safeParse(normalizeListing(value));
  if (!parsed.success) return { ok: false, reason: "wrongShape", ...firstProblem(parsed.error) };
  const row = parsed.data;
  for (const field of shownFields) {
    const reason = findTextRefusal(row[field]);
    if (reason) return { ok: false, reason, field, message: refusalMessages[reason] };
  }
  if (plainName(row.object_ctx) === plainName(row.object_pri)) {
    return { ok: false, reason: "sameObjects", field: "object_ctx", message: "is the true object" };
  }
  const notes: TupleNote[] = [];
  for (const field of aliasFields) {
    const brokenAliases = row[field].filter(hasBrokenUnicode);
    for (const alias of brokenAliases) {
      notes.push({
        reason: "aliasDropped",
        field,
        message: `dropped ${JSON.stringify(alias)}: ${refusalMessages.brokenUnicode}`,
      });
    }
    row[field] = row[field].filter((alias) => !hasBrokenUnicode(alias));
  }
  const tuple = toTuple(row);
  notes.push(...listOverlapNotes(tuple));
  return { ok: true, tuple, notes };
}

/** Maps the field names of the authors' files to the names in the paper (Listings 1 and 3). */
const listingNames = {
  object_ctx: ["object"],
  object_pri: ["object_true"],
  extra_info_obj_ctx: ["extra_info_obj", "extra_information"],
  counterfactual_condition: ["counterfactual"],
} as const;

/**
 * Converts a tuple of the paper's Listings 1 and 3 to the field names of the authors' files; returns any other value
 * unchanged. Listing 1 has "capital of" and "France". Listing 3 has the whole phrase "the capital of France" as
 * subject, and "capital" as relation. Further information is the text after the object; it may begin with a verb, as in
 * the files.
 */
function normalizeListing(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value) || "object_ctx" in value) return value;
  const row: Record<string, unknown> = { ...value };
  for (const [name, others] of Object.entries(listingNames)) {
    const other = others.find((one) => row[one] !== undefined);
    if (row[name] === undefined && other !== undefined) row[name] = row[other];
  }
  const { subject, relation, subject_relation: ofSubject } = row;
  if (typeof subject !== "string") return row;
  // Listing 3: the subject is the whole phrase; the name begins after the first "of".
  if (relation === undefined && typeof ofSubject === "string") {
    const [, name = subject] = /^the .+? of (.+)$/.exec(subject) ?? [];
    return { ...row, relation: ofSubject, subject: name, subject_relation: subject };
  }
  if (typeof relation !== "string" || ofSubject !== undefined) return row;
  const noun = relation.replace(/ of$/, "");
  return { ...row, relation: noun, subject_relation: `the ${noun} of ${subject}` };
}

/** Formats a tuple in the authors' JSON format, without the two sources that no generator reads. */
export function formatTuple(tuple: BeliefTuple): Record<string, unknown> {
  return {
    subject: tuple.subject,
    relation: tuple.relation,
    object_ctx: tuple.objectContext,
    object_pri: tuple.objectPrior,
    object_ctx_aliases: tuple.contextAliases,
    object_prior_aliases: tuple.priorAliases,
    possible_prior_answers: tuple.priorAnswers,
    obj_prior_id: tuple.objectPriorId,
    subj_pop: tuple.subjectPopularity,
    obj_pop: tuple.objectPopularity,
    subject_relation: tuple.subjectRelation,
    extra_info_obj_ctx: tuple.extraInformation,
    condition: tuple.condition,
    counterfactual_condition: tuple.counterfactualCondition,
    condition_index: tuple.conditionIndex,
  };
}

/** Sets the id of a tuple from its content. */
export function setTupleId(content: Omit<BeliefTuple, "id">): BeliefTuple {
  return { id: fingerprint(canonicalJson(content)).slice(0, 12), ...content };
}

/**
 * Whether a text has an unpaired surrogate, U+FFFD (the decoder's replacement character), or NUL. Databases cannot
 * store NUL.
 */
export function hasBrokenUnicode(text: string): boolean {
  return !text.isWellFormed() || text.includes("\ufffd") || text.includes("\u0000");
}

type TextRefusal = "strayComma" | "straySpace" | "brokenUnicode";

const refusalMessages: Readonly<Record<TextRefusal, string>> = {
  strayComma: "begins or ends with a comma",
  straySpace: "begins or ends with a space",
  brokenUnicode:
    "contains broken Unicode (half of a surrogate pair, NUL, or a character that was lost in an earlier copy)",
};

/** Why a text may not be shown; null if it may. By the same rule the authors' generator drops 6 of 3,462 tuples. */
function findTextRefusal(text: string): TextRefusal | null {
  if (hasBrokenUnicode(text)) return "brokenUnicode";
  if (/^\s|\s$/u.test(text)) return "straySpace";
  if (/^,|,$/.test(text)) return "strayComma";
  return null;
}

/**
 * Notes on a false object that is also true. In the authors' file, 5 false objects are accepted names of the true
 * object and 2 overlap with it.
 */
function listOverlapNotes(tuple: BeliefTuple): TupleNote[] {
  const { objectPrior, objectContext } = tuple;
  const reason = alsoTrue({ objectPrior, objectContext, accepted: [...tuple.priorAnswers, ...tuple.priorAliases] });
  if (!reason) return [];
  const messages = {
    contextIsAccepted: `"${objectContext}" is among the accepted names of the true object, so the fact is not scored`,
    objectsOverlap: `"${objectContext}" and "${objectPrior}" contain one another, so the fact is not scored`,
    contextIsBroader: `"${objectContext}" contains "${objectPrior}", so the fact is not scored`,
  };
  return [{ reason, field: "object_ctx", message: messages[reason] }];
}

/** Whether a fact's false object excludes the true one, so that the fact can be scored. */
export function excludesTruth({ objectPrior, objectContext, priorAnswers, priorAliases }: BeliefTuple): boolean {
  return alsoTrue({ objectPrior, objectContext, accepted: [...priorAnswers, ...priorAliases] }) === null;
}

function toTuple(row: TupleFileRow): BeliefTuple {
  return setTupleId({
    subject: row.subject,
    relation: row.relation,
    subjectRelation: row.subject_relation,
    objectContext: row.object_ctx,
    objectPrior: row.object_pri,
    contextAliases: row.object_ctx_aliases,
    priorAliases: row.object_prior_aliases,
    priorAnswers: row.possible_prior_answers,
    extraInformation: row.extra_info_obj_ctx,
    condition: row.condition,
    counterfactualCondition: row.counterfactual_condition,
    subjectPopularity: row.subj_pop,
    objectPopularity: row.obj_pop,
    objectPriorId: row.obj_prior_id,
    conditionIndex: row.condition_index,
  });
}
