import { type TaskSchemaDocument, taskFormat } from "../../tasks/schema/task-schema.ts";
import type { TaskTemplate } from "../../tasks/templates/template.ts";
import type { AnchorRole } from "../anchors/anchor.ts";
import type { KsteKind } from "../items/kste-item.ts";

/** The texts that an annotator edits and that must not be empty. */
export type RequiredField = "story" | "character" | "question" | "answerWithoutKnowledge" | "answerWithKnowledge";

/**
 * A kind of item of the annotators' story workspace: its task schema, and the plug-in with what a schema cannot state:
 * marks that follow edits, and fields of the released files. Its rules for minimal edits are in `validity-rules.ts`.
 */
export interface StoryKind {
  name: KsteKind;
  label: string;
  task: TaskTemplate;
  /** The marks without which it cannot be submitted. */
  requiredRoles: readonly AnchorRole[];
  /** The texts in addition to the story without which it cannot be submitted. */
  requiredTexts: readonly Exclude<RequiredField, "story">[];
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
