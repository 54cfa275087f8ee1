"use client";

import { Keyboard } from "lucide-react";
import type { Ref } from "react";
import { Button } from "@/components/ui/button.tsx";
import { ActionButton } from "../look/action-button.tsx";

/** What can be decided, always at hand at the foot of the screen. */
export function DecisionBar({
  ref,
  verdict,
  problems,
  isReadOnly,
  onAccept,
  onSubmit,
  onPark,
  onSkip,
  onIrreparable,
  onCandidates,
  onKeys,
}: {
  ref: Ref<HTMLButtonElement>;
  verdict: "sound" | "refined";
  problems: number;
  isReadOnly: boolean;
  onAccept: () => void;
  onSubmit: () => void;
  onPark: () => void;
  onSkip: () => void;
  onIrreparable: () => void;
  onCandidates: () => void;
  onKeys: () => void;
}) {
  return (
    <section
      aria-label="Decide"
      className="no-print sticky bottom-0 z-20 -mx-(--gutter) mt-6 border-t border-rule bg-paper/95 px-(--gutter) py-2.5 [@media(max-height:30rem)]:static"
    >
      <div className="flex flex-wrap items-center gap-2">
        <ActionButton
          ref={ref}
          action="submit"
          size="medium"
          look="primary"
          aria-disabled={isReadOnly || problems > 0}
          aria-describedby="submit-state"
          onClick={onSubmit}
        >
          {verdict === "sound" ? "Submit as sound" : "Submit refined"}
        </ActionButton>
        <ActionButton action="accept" size="medium" disabled={isReadOnly} onClick={onAccept}>
          All rules hold
        </ActionButton>
        <p id="submit-state" className="mr-auto text-sm text-ink-soft max-sm:w-full max-sm:order-last">
          {problems === 0
            ? "Ready."
            : problems === 1
              ? "One thing to settle first."
              : `${problems} things to settle first.`}
        </p>
        <ActionButton action="park" look="quiet" disabled={isReadOnly} onClick={onPark}>
          Park
        </ActionButton>
        <ActionButton action="skip" look="quiet" disabled={isReadOnly} onClick={onSkip}>
          Skip
        </ActionButton>
        <ActionButton action="irreparable" look="quiet" disabled={isReadOnly} onClick={onIrreparable}>
          Irreparable
        </ActionButton>
        <ActionButton action="candidates" look="quiet" onClick={onCandidates}>
          Rewrite
        </ActionButton>
        <Button look="quiet" size="small" aria-label="Keys" onClick={onKeys}>
          <Keyboard aria-hidden="true" />
        </Button>
      </div>
    </section>
  );
}
