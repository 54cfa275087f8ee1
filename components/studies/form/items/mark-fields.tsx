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

/** How prompts mark the passages that the screens highlight; used only by conditions that highlight. */
export function MarkFields({ step, path }: { step: ItemStep; path: string }) {
  const { set } = useDraft();
  const { marks: own } = step;
  return (
    <>
      <Checkbox
        label="Use custom highlight marks in prompts"
        hint={`Models read ${defaultMarkSyntax.event.join("…")} and ${defaultMarkSyntax.knowledge.join("…")} otherwise, around the words that people see highlighted.`}
        checked={own !== undefined}
        onChange={(event) => set(`${path}.marks`, event.target.checked ? defaultMarkSyntax : undefined)}
      />
      {own && (
        <div className="grid gap-5 border-l-2 border-rule pl-4 sm:grid-cols-2">
          {marks.flatMap(({ mark, label }) =>
            (["Before", "After"] as const).map((where, place) => (
              <DraftText
                key={`${mark}/${where}`}
                path={`${path}.marks.${mark}.${place}`}
                label={`${where} ${label}`}
                maxLength={40}
                onText={(text) => set(`${path}.marks`, { ...own, [mark]: own[mark].with(place, text) })}
              />
            )),
          )}
        </div>
      )}
    </>
  );
}
