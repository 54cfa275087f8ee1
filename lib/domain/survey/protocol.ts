import * as z from "zod";
import { documentedEthicsSchema } from "../ethics-approval.ts";
import { canonicalJson, fingerprint } from "../fingerprint.ts";
import { languageTagSchema } from "../items/language-tag.ts";
import { boundedText, requiredText } from "../text.ts";
import { refuseBranches } from "./branching/refuse-branches.ts";
import { refuseChecks } from "./check.ts";
import type { MessageKey } from "./languages/en.ts";
import { type CustomTexts, findMessageProblem, messageKeys } from "./languages/messages.ts";
import { endSchema, stepSchema } from "./protocol-step.ts";
import { keySchema, type Question } from "./questions/question.ts";
import { recruiterKinds, reservedNames } from "./recruiters/recruiter.ts";

/** The outcomes of a session. The names are also used in the database and in every export. */
export const outcomes = ["complete", "screened-out", "over-quota", "no-consent", "quality", "withdrawn"] as const;
export type Outcome = (typeof outcomes)[number];

/** Default number of times that an open page renews the lease on one screen. */
export const leaseRenewals = 3;

const title = requiredText(300);
const prose = boundedText(20_000);

const customTextsSchema: z.ZodType<CustomTexts> = z
  .partialRecord(z.enum(messageKeys as [MessageKey, ...MessageKey[]]), boundedText(2_000))
  .superRefine((words, context) => {
    for (const [key, text] of Object.entries(words)) {
      const reason = text === undefined || text.trim() === "" ? null : findMessageProblem(key as MessageKey, text);
      if (reason) context.addIssue({ code: "custom", path: [key], message: reason });
    }
  });

const parameterName = z
  .string()
  .regex(
    /^[A-Za-z][A-Za-z0-9_.-]{0,39}$/,
    "must begin with a letter and contain letters, digits, hyphens and dots only",
  )
  .refine((name) => !reservedNames.includes(name), "is a name that Parallax reserves");

/** How participants are recruited. A panel also has its link parameters and its name for participants. */
export const recruiterSchema = z
  .strictObject({
    kind: z.enum(recruiterKinds),
    name: boundedText(100).default(""),
    /** The parameter of a panel's link that contains the participant's ID. */
    idParameter: z.union([z.literal(""), parameterName]).default(""),
    /** Other parameters that are stored and passed on in the return link. */
    otherParameters: z.array(parameterName).max(10).default([]),
  })
  .superRefine((recruiter, context) => {
    if (recruiter.kind !== "panel") return;
    if (recruiter.idParameter === "") {
      context.addIssue({
        code: "custom",
        path: ["idParameter"],
        message: "must name the parameter with the person's number",
      });
    }
    const names = [recruiter.idParameter, ...recruiter.otherParameters];
    const repeatedName = names.find((name, index) => names.indexOf(name) !== index);
    if (repeatedName)
      context.addIssue({ code: "custom", path: ["otherParameters"], message: `name "${repeatedName}" twice` });
  });

const translationSchema = z.strictObject({
  /** Keys are the names of `listTexts` (translate-protocol.ts). */
  texts: z.record(boundedText(200), boundedText(20_000)),
  words: customTextsSchema.optional(),
});

const consentBoxSchema = z.strictObject({ key: keySchema, label: requiredText(1_000), required: z.boolean() });
export type ConsentBox = z.infer<typeof consentBoxSchema>;

/** All texts, questions and settings of a participant's session, as one immutable document. */
export const protocolSchema = z
  .strictObject({
    /** The study's name for participants; empty or absent: the name used by its researchers. */
    publicTitle: boundedText(200).optional(),
    consent: z.strictObject({
      version: requiredText(60),
      title,
      text: requiredText(20_000),
      agreeLabel: requiredText(200),
      declineLabel: requiredText(200),
      /** Checkboxes, each stored separately. A person who agrees must tick the required ones. */
      boxes: z.array(consentBoxSchema).min(1).max(10).optional(),
      /** Participants see institution, number and date; only researchers can open the file. */
      ethics: documentedEthicsSchema.optional(),
    }),
    steps: z.array(stepSchema).min(1).max(40),
    ends: z.record(z.enum(outcomes), endSchema),
    /** Shown after any outcome to people who saw deliberately false claims: each claim with the truth. */
    debrief: z.strictObject({ title, text: prose }).optional(),
    /** How long a slot is reserved after the last activity. */
    leaseMinutes: z.int().min(5).max(1_440),
    /**
     * Maximum number of renewals by heartbeats on one screen; after that, only an answer renews the lease. Default:
     * `leaseRenewals`.
     */
    leaseRenewals: z.int().min(0).max(100).optional(),
    /** What happens to existing answers after a withdrawal. */
    withdrawal: z.enum(["keep", "erase"]),
    contact: boundedText(500),
    /** Sites that may embed the study in a frame, as CSP sources. */
    frameAncestors: z
      .array(z.string().regex(/^https?:\/\/[a-z0-9.*:-]+$/i, "must look like https://example.org"))
      .max(20),
    theme: z.enum(["system", "light", "dark"]),
    /** How participants are recruited; absent for the researcher's own list, or for anyone. */
    recruiter: recruiterSchema.optional(),
    /** The study's custom texts, which replace those of its language's table. */
    words: customTextsSchema.optional(),
    /** The same texts in other languages, by language tag. */
    translations: z.record(languageTagSchema, translationSchema).optional(),
  })
  .superRefine((protocol, context) => {
    const blocks = protocol.steps.filter((step) => step.kind === "items");
    if (blocks.length !== 1) {
      context.addIssue({ code: "custom", path: ["steps"], message: "must contain exactly one item block" });
    }
    refuseRepeats(
      protocol.steps.map((step) => step.key),
      "step",
      context,
    );
    const questions = protocol.steps.flatMap((step) => (step.kind === "questions" ? step.questions : []));
    refuseRepeats(
      questions.map((question) => question.key),
      "question",
      context,
    );
    refuseBranches(protocol.steps, context);
    refuseChecks(protocol.steps, context);
    const boxes = (protocol.consent.boxes ?? []).map((box) => box.key);
    const duplicate = boxes.findIndex((key, index) => boxes.indexOf(key) !== index);
    if (duplicate >= 0) {
      const message = `uses the short name "${boxes[duplicate]}" twice`;
      context.addIssue({ code: "custom", path: ["consent", "boxes", duplicate, "key"], message });
    }
  });
export type Protocol = z.infer<typeof protocolSchema>;

/** The questions of all pages of a protocol, in order, without the items. */
export function protocolQuestions({ steps }: Pick<Protocol, "steps">): Question[] {
  return steps.flatMap((step) => (step.kind === "questions" ? step.questions : []));
}

/** A study's name as shown to participants, which may differ from its researchers' name for it. */
export function publicTitleOf({ publicTitle }: Pick<Protocol, "publicTitle">, name: string): string {
  return publicTitle?.trim() || name;
}

function refuseRepeats(keys: string[], what: string, context: z.RefinementCtx): void {
  const repeatedKey = keys.find((candidate, index) => keys.indexOf(candidate) !== index);
  if (repeatedKey !== undefined) {
    context.addIssue({ code: "custom", path: ["steps"], message: `uses the ${what} key "${repeatedKey}" twice` });
  }
}

/** SHA-256 of a protocol: the same document has the same hash on every machine. */
export function protocolHash(protocol: Protocol): string {
  return fingerprint(canonicalJson(protocol));
}

/** SHA-256 of the consent text that a person agreed to. */
export function consentHash(protocol: Protocol): string {
  return fingerprint(canonicalJson(protocol.consent));
}
