import type { AnchorRole } from "../../stories/anchors/anchor.ts";
import type { KsteKind } from "../../stories/items/kste-item.ts";
import { type TaskSchemaDocument, taskFormat } from "../../tasks/schema/task-schema.ts";
import type { TaskTemplate } from "../../tasks/templates/template.ts";

/** The texts that an annotator edits and that must not be empty. */
export type RequiredField = "story" | "character" | "question" | "answerWithoutKnowledge" | "answerWithKnowledge";

/** The editable texts of an item, by the field names of the item format. */
export type FieldName =
  | "story"
  | "character"
  | "implausibleKnowledge"
  | "question"
  | "answerWithoutKnowledge"
  | "answerWithKnowledge"
  | "originalEvent"
  | "knowledgeExplanation"
  | "modifiedExplanation"
  | "explanation"
  | "genre"
  | "knowledgeType";

export interface WorkspaceField {
  name: FieldName;
  label: string;
  /** One sentence about the content of the field; null if the label is sufficient. */
  hint: string | null;
  /** Rarely needed: collapsed below the other fields. */
  isFolded: boolean;
  /** The options of a field that only accepts a choice. */
  choices?: readonly { value: string; label: string }[];
}

/**
 * One rule of the annotators' checklist. The rules are those of Yang et al. 2026 (sections 4.2 and A.3) and of the
 * construction prompts (A.2); wording and examples are our own.
 */
export interface ValidityRule {
  id: string;
  /** The requirement, as a statement that the annotator ticks. */
  rule: string;
  /** The fault that violates the rule: the reason that an annotator ticks for a change. */
  fault: string;
  /** The purpose of the rule, in one sentence. */
  why: string;
  keeps: string;
  breaks: string;
  /** How the workspace measures this rule automatically; null if only a reader can judge it. */
  measuredBy: "anchors" | "hints" | "diff" | "artefacts" | null;
}

/**
 * A kind of item of the annotators' story workspace: its task schema, and the plug-in with what a schema cannot state:
 * marks that follow edits, the rules for minimal edits, and fields of the workspace and of the released files.
 */
export interface StoryKind {
  name: KsteKind;
  label: string;
  task: TaskTemplate;
  /** The kind of the items of studies that are made from it. */
  itemKind: "consistency" | "two-choice";
  /** Whether it is about what a character cannot know: it has a character and marks, and hints are searched for. */
  isAboutKnowledge: boolean;
  /** Whether it was made from an original by an edit of one event, and is compared with it. */
  isMadeFromOriginal: boolean;
  /** The step of the construction that makes it from an original; null for an original. */
  constructionStep: "erroneous-story" | "next-action" | null;
  /** Whether it asks a question with two options. */
  hasQuestion: boolean;
  /** The marks that are required before the item can be submitted. */
  requiredRoles: readonly AnchorRole[];
  /** The texts in addition to the story that are required before the item can be submitted. */
  requiredTexts: readonly Exclude<RequiredField, "story">[];
  /** The texts other than the story, in the order of the workspace. */
  fields: readonly WorkspaceField[];
  /** The texts of a stored item other than the story, by property, as a lead reads them. */
  itemFields: readonly [property: string, label: string][];
  /** The checklist, in order. */
  rules: readonly ValidityRule[];
  /** Names in files, in the order of the released files. */
  fileFields: {
    required: readonly string[];
    /** Fields that exist only in the construction prompts and our own exports. */
    optional: readonly string[];
  };
}

const roleLabels: Readonly<Record<AnchorRole, string>> = {
  knowledge: "The knowledge that the character cannot have",
  event: "The event in which it is used",
  error: "The words that are wrong",
};

/** The schema of checking a story: its verdict, the repaired text, and the marks. */
export function storyDocument(
  title: string,
  { roles, texts }: { roles: readonly AnchorRole[]; texts: readonly { name: string; label: string }[] },
): TaskSchemaDocument {
  return {
    format: taskFormat,
    title,
    instruction: "Check the item, and repair it with as few changes as possible.",
    stimulus: [
      { name: "story", type: "text" },
      ...texts.map(({ name, label }) => ({ name, label, type: "text" as const })),
    ],
    answer: [
      {
        name: "verdict",
        type: "choice",
        label: "Your verdict",
        options: [
          { value: "sound", label: "Sound as it is" },
          { value: "refined", label: "Repaired" },
        ],
        scoring: { by: "key" },
      },
      {
        name: "repaired",
        type: "edit",
        label: "The repaired story",
        of: "story",
        showIf: { field: "verdict", equals: "refined" },
      },
      ...roles.map((role) => ({
        name: role,
        type: "spans" as const,
        label: roleLabels[role],
        in: "story",
        scoring: { by: "overlap" as const, measure: "f1" as const, threshold: 0.5 },
      })),
    ],
  };
}
