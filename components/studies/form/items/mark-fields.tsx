"use client";

import { Checkbox } from "@/components/ui/forms/checkbox.tsx";
import { defaultMarkSyntax, type MarkSyntax } from "@/lib/domain/items/mark-text.ts";
import type { ItemStep } from "@/lib/domain/survey/screens.ts";
import { useDraft } from "../draft-context.tsx";
import { DraftText } from "../draft-fields.tsx";

const marks: readonly { mark: keyof MarkSyntax; label: string }[] = [
  { mark: "event", label: "an event" },
  { mark: "knowledge", label: "knowledge" },
];

/**
 * The fields for the marks in prompts that correspond to highlighted words on screens. Only conditions with
 * highlighting use them.
 */
export function MarkFields({ step, path }: { step: ItemStep; path: string }) {
  const { set } = useDraft();
  const { marks: customMarks } = step;
  return (
    <>
      <Checkbox
        label="Use custom highlight marks in prompts"
        hint={`By default, highlighted words are marked with ${defaultMarkSyntax.event.join("…")} and ${defaultMarkSyntax.knowledge.join("…")} in prompts.`}
        checked={customMarks !== undefined}
        onChange={(event) => set(`${path}.marks`, event.target.checked ? defaultMarkSyntax : undefined)}
      />
      {customMarks && (
        <div className="grid gap-5 border-l-2 border-rule pl-4 sm:grid-cols-2">
          {marks.flatMap(({ mark, label }) =>
            (["Before", "After"] as const).map((where, place) => (
              <DraftText
                key={`${mark}/${where}`}
                path={`${path}.marks.${mark}.${place}`}
                label={`${where} ${label}`}
                maxLength={40}
                onText={(text) => set(`${path}.marks`, { ...customMarks, [mark]: customMarks[mark].with(place, text) })}
              />
            )),
          )}
        </div>
      )}
    </>
  );
}
