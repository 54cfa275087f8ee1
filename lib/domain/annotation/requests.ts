import * as z from "zod";
import { constructionSteps } from "../stories/construction/steps.ts";
import { boundedText, requiredText } from "../text.ts";
import { ksteDocumentSchema } from "./documents/kste-document.ts";

const fence = z.int().min(1);
const milliseconds = z.int().min(0).max(86_400_000);
const reason = requiredText(2_000);
/** Why, to be counted (`reason-codes.ts`). */
const codes = z.array(requiredText(60)).max(20).default([]);
/** The version of the guidelines that had been read when the verdict was given, which may be long before it arrives. */
const guidelineVersion = z.int().min(1).nullable().default(null);
export const revisionId = z.uuid();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/, "must be a SHA-256 in small hexadecimal digits");

/** Longest undo history that is kept; the workspace drops its oldest steps to fit. */
export const longestUndo = 1_500_000;

export const leaseRequest = z.strictObject({});

/**
 * A sign of life. Times are those since the last heartbeat that was answered; the server never counts more than has
 * passed on its own clock, so a repeated one adds nothing.
 */
export const heartbeatRequest = z.strictObject({ fence, activeMs: milliseconds, idleMs: milliseconds });
export type HeartbeatRequest = z.infer<typeof heartbeatRequest>;

export const revisionRequest = z.strictObject({
  /** The revision that this one goes on from; null for the imported document. */
  base: revisionId.nullable(),
  fence,
  document: ksteDocumentSchema,
  undo: boundedText(longestUndo).nullable(),
  /** `documentHash(document)`. */
  sha256,
});
export type RevisionRequest = z.infer<typeof revisionRequest>;

export const verdicts = ["sound", "refined", "irreparable"] as const;
export type Verdict = (typeof verdicts)[number];

export const verdictRequest = z.strictObject({
  /** Null for an item accepted as it was imported. */
  revisionId: revisionId.nullable(),
  fence,
  verdict: z.enum(verdicts),
  /** Rules of `stories/validity-rules.ts` by id; of verdicts from before there were codes. */
  checklist: z.record(boundedText(60), z.boolean()).refine((rules) => Object.keys(rules).length <= 60, {
    message: "has more than 60 rules",
  }),
  dismissals: z.array(z.strictObject({ finding: requiredText(500), reason })).max(100),
  /** Required for `irreparable`. */
  reason: boundedText(2_000).default(""),
  /** As in a heartbeat: since the last one that was answered. */
  activeMs: milliseconds,
  /** Why it was refined or given up, to be counted (`reason-codes.ts`). */
  codes,
  guidelineVersion,
});
export type VerdictRequest = Omit<z.infer<typeof verdictRequest>, "codes" | "guidelineVersion"> & {
  codes?: string[];
  guidelineVersion?: number | null;
};

export const parkRequest = z.strictObject({ fence, reason: boundedText(2_000).optional() });
export const reasonedRequest = z.strictObject({ fence, reason });
export const irreparableRequest = reasonedRequest.extend({ codes, guidelineVersion });
export const reopenRequest = z.strictObject({});
export const chooseRequest = z.strictObject({ keep: revisionId, fence });

export const siblingCutsRequest = z.strictObject({
  fence,
  /** The sentence here that the hint stood in, before the cut. */
  sentence: requiredText(2_000),
  /** What the person has confirmed for each sibling. */
  cuts: z
    .array(
      z.strictObject({
        /** Its external id. */
        sibling: requiredText(200),
        /** The sentence as it stands there. */
        sentence: requiredText(2_000),
        /** What is left of it, empty when it goes as a whole; null where a person has to cut. */
        becomes: boundedText(2_000).nullable(),
      }),
    )
    .min(1, "needs at least one sibling")
    .max(50),
});
export type SiblingCutsRequest = z.infer<typeof siblingCutsRequest>;
export type SiblingCut = SiblingCutsRequest["cuts"][number];

export const reviewDecisions = ["accept", "change", "return"] as const;
export type ReviewDecision = (typeof reviewDecisions)[number];

export const reviewRequest = z.strictObject({
  decision: z.enum(reviewDecisions),
  /** Required for `change` and `return`. */
  reason: boundedText(2_000).default(""),
  /** The changed text; for `change` alone. */
  document: ksteDocumentSchema.optional(),
  /** Minted by the workspace for a changed text, so that the request can be repeated. */
  revisionId: revisionId.optional(),
  /** Why, to be counted (`reason-codes.ts`). */
  codes,
});
export type ReviewRequest = Omit<z.infer<typeof reviewRequest>, "codes"> & { codes?: string[] };

/** What a reviewer's workspace keeps on the server: time since the last answer, and the draft of an own version. */
export const reviewWorkRequest = z.strictObject({
  activeMs: milliseconds,
  idleMs: milliseconds,
  /** Left out where it did not change; null to forget it. */
  draft: z
    .strictObject({
      /** The revision that it goes on from; null for the imported text. */
      revisionId: revisionId.nullable(),
      document: ksteDocumentSchema,
      undo: boundedText(longestUndo).nullable(),
    })
    .nullable()
    .optional(),
});
export type ReviewWorkRequest = z.infer<typeof reviewWorkRequest>;

export const candidateRequest = z.strictObject({
  step: z.enum(constructionSteps),
  /** A wish for this try, passed on to the model. */
  remark: boundedText(1_000).optional(),
});
export type CandidateRequest = z.infer<typeof candidateRequest>;
