"use client";

import { useActionState } from "react";
import { WhatIsThis } from "@/components/ui/what-is-this.tsx";
import type { FormAction, FormState } from "@/lib/domain/form-state.ts";
import { stageLabels } from "./study-labels.ts";

const offered = ["pilot", "simulation", "re-solve"] as const;

/** Buttons that switch a draft to another stage than Main. The stage of an opened study is fixed. */
export function StageSwitches({
  studyId,
  stage,
  isFixed,
  action,
}: {
  studyId: string;
  stage: string;
  isFixed: boolean;
  action: FormAction;
}) {
  const [state, send, isPending] = useActionState<FormState, FormData>(action, null);
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {offered.map((name) => (
          <form key={name} action={send}>
            <input type="hidden" name="study" value={studyId} />
            <input type="hidden" name="stage" value={stage === name ? "main" : name} />
            <button
              type="submit"
              role="switch"
              aria-checked={stage === name}
              disabled={isFixed || isPending}
              title={stageLabels[name]?.meaning}
              className="group flex min-h-8 items-center gap-2 text-sm disabled:cursor-not-allowed pointer-coarse:min-h-11"
            >
              <span
                aria-hidden="true"
                className="flex h-5 w-9 items-center rounded-full border border-edge bg-sunken px-0.5 group-aria-checked:justify-end group-aria-checked:border-ink group-aria-checked:bg-ink"
              >
                <span className="size-3.5 rounded-full bg-ink-soft group-aria-checked:bg-paper" />
              </span>
              {stageLabels[name]?.word}
            </button>
          </form>
        ))}
        <WhatIsThis term="Stage" />
      </div>
      {state && !state.ok && (
        <p role="alert" className="text-sm text-bad">
          {state.message}
        </p>
      )}
    </div>
  );
}
