import type { ComponentProps, ReactNode } from "react";
import { Button } from "@/components/ui/forms/button.tsx";
import { ActionButton } from "../look/action-button.tsx";
import { BottomBar } from "../look/bottom-bar.tsx";
import { ReasonDialog } from "../workspace/dialogs/reason-dialog.tsx";
import type { ReviewDecisionState } from "./use-review-decision.ts";

/** The bar of a review. */
export function ReviewBar({ onKeys, children }: { onKeys: () => void; children: ReactNode }) {
  return (
    <BottomBar>
      {children}
      <p className="text-sm text-ink-soft max-sm:w-full sm:ml-auto">The annotator is hidden.</p>
      <Button look="quiet" size="small" onClick={onKeys} className="max-sm:hidden">
        Keys
      </Button>
    </BottomBar>
  );
}

/** Buttons that accept, change or return the chosen copy. */
export function DecisionButtons({
  decision: { acceptButton, isSending, accept, change, giveBack },
  isRemoval,
}: {
  decision: Pick<ReviewDecisionState, "acceptButton" | "isSending" | "accept" | "change" | "giveBack">;
  /** Whether the annotator marked the item as unusable. */
  isRemoval: boolean;
}) {
  return (
    <>
      <ActionButton
        ref={acceptButton}
        action="review-accept"
        size="medium"
        look="primary"
        disabled={isSending}
        onClick={({ timeStamp }) => accept(timeStamp)}
      >
        {isRemoval ? "Accept: remove it" : "Accept"}
      </ActionButton>
      <ActionButton action="review-change" size="medium" disabled={isSending} onClick={change}>
        Change it
      </ActionButton>
      <ActionButton action="review-return" size="medium" disabled={isSending} onClick={giveBack}>
        Return it
      </ActionButton>
    </>
  );
}

/** Asks why the chosen copy is returned. */
export function ReturnDialog({
  decision: { isReturning, setReturning, send },
  ...reasons
}: {
  decision: Pick<ReviewDecisionState, "isReturning" | "setReturning" | "send">;
} & Pick<ComponentProps<typeof ReasonDialog>, "codes" | "suggestions">) {
  return (
    isReturning && (
      <ReasonDialog
        title="Return it"
        lead="The item is returned to the same annotator, who sees your reason."
        confirm="Return it"
        {...reasons}
        onClose={() => setReturning(false)}
        onConfirm={(reason, codes) => {
          setReturning(false);
          void send({ decision: "return", reason, codes });
        }}
      />
    )
  );
}
