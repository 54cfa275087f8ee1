import type { ReactNode } from "react";
import { ConfirmButton } from "@/components/ui/forms/confirm-button.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { formatCount } from "@/lib/domain/format/figures.ts";
import type { StudyTransition } from "@/lib/domain/survey/studies/study-status.ts";

/** Buttons that change the state of a study. Each asks for confirmation and describes the effect. */
export function StudyTransitions({
  studyId,
  transitions,
  slots,
  isMain,
  hasEnded,
  opening,
  action,
}: {
  studyId: string;
  /** Whether closing ends a main stage, and whether the main stage has ended, so that reopening is an amendment. */
  isMain: boolean;
  hasEnded: boolean;
  /** Content of the dialog before the first opening. */
  opening?: ReactNode;
  transitions: readonly StudyTransition[];
  /** Number of slots that the first opening generates. */
  slots: number;
  action: FormAction;
}) {
  return transitions.map((move) => {
    const labels = transitionLabels[move];
    return (
      <ConfirmButton
        key={move}
        action={action}
        hidden={{ study: studyId, move }}
        title={labels.title}
        consequence={
          <>
            <p>
              {labels.consequence(slots)}
              {isMain && move === "close" && ` ${lockConsequence}`}
              {hasEnded && move === "reopen" && ` ${reopenConsequence}`}
            </p>
            {move === "open" && opening}
          </>
        }
        fields={
          hasEnded &&
          move === "reopen" && (
            <Field name="reason" label="Reason" hint="Recorded as an amendment of the protocol.">
              <TextInput maxLength={2_000} />
            </Field>
          )
        }
        confirm={labels.button}
        isDangerous={move === "close"}
        look={move === "open" || move === "reopen" ? "primary" : "secondary"}
      >
        {labels.button}
      </ConfirmButton>
    );
  });
}

const lockConsequence =
  "This ends the main stage: its data are locked when all sessions in progress have ended. Confirmatory tables are computed from the locked data.";
const reopenConsequence =
  "The data are locked. Later answers never enter the confirmatory tables; they are shown in a second table, “planned, amended after data”.";

const transitionLabels: Record<
  StudyTransition,
  { button: string; title: string; consequence: (slots: number) => ReactNode }
> = {
  open: {
    button: "Open the study",
    title: "Open this study?",
    consequence: (slots) =>
      `The ${formatCount(slots)} slots are generated now. Afterwards the address, the items, the conditions, the groups and the numbers are fixed; texts can still change, as new versions. Anyone with the link can take part. You can pause at any time.`,
  },
  pause: {
    button: "Pause",
    title: "Pause this study?",
    consequence: () =>
      "No new sessions can start; the link shows that the study is paused. Sessions in progress can be finished. You can reopen the study at any time.",
  },
  close: {
    button: "Close",
    title: "Close this study?",
    consequence: () =>
      "No new sessions can start; the link shows that the study has ended. Sessions in progress can be finished, and all answers are kept. You can reopen the study.",
  },
  reopen: {
    button: "Reopen",
    title: "Reopen this study?",
    consequence: () => "Anyone with the link can take part again. Free slots are filled in the same order as before.",
  },
};
