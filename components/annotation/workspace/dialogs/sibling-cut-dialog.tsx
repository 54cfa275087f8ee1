"use client";

import { useEffect, useRef, useState } from "react";
import { Dialog } from "@/components/ui/dialog.tsx";
import { Button } from "@/components/ui/forms/button.tsx";
import type { SiblingCut } from "@/lib/domain/annotation/requests.ts";
import type { WorkspaceHint } from "../../../../lib/domain/annotation/workspace/workspace-checks.ts";

/** Shows how cutting a sentence would change the stories of the same source, and cuts it in the selected stories. */
export function SiblingCutDialog({
  hint,
  onCut,
  onClose,
}: {
  hint: WorkspaceHint;
  /** Cuts the sentence in this story and in the confirmed siblings. */
  onCut: (cuts: SiblingCut[]) => void;
  onClose: () => void;
}) {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const firstCheckbox = useRef<HTMLInputElement>(null);
  // Runs after the dialog has opened, because a dialog that opens focuses its first button.
  useEffect(() => firstCheckbox.current?.focus(), []);
  const setSelection = (index: number, isTicked: boolean) => {
    const next = new Set(selected);
    if (isTicked) next.add(index);
    else next.delete(index);
    setSelected(next);
  };
  const isAllSelected = hint.siblings.every((_, place) => selected.has(place));
  return (
    <Dialog isOpen onClose={onClose} title="Cut the sentence in stories of the same source">
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          onCut(
            hint.siblings
              .filter((_, place) => selected.has(place))
              .map(({ id, text, cut }) => ({ sibling: id, sentence: text, becomes: cut?.sentence ?? null })),
          );
          onClose();
        }}
      >
        <CutPreview label="Here" before={hint.own} after={hint.cut?.sentence ?? ""} />
        <ul className="grid gap-3">
          {hint.siblings.map((sibling, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a story may contain the sentence twice.
            <li key={`${sibling.id} ${place}`} className="grid gap-2 rounded-md border border-rule p-3">
              <label className="flex items-center gap-2 text-sm font-medium">
                <input
                  ref={place === 0 ? firstCheckbox : undefined}
                  type="checkbox"
                  className="size-4.5 accent-ink"
                  checked={selected.has(place)}
                  onChange={({ target }) => setSelection(place, target.checked)}
                />
                {sibling.cut === null ? `Ask the annotator of ${sibling.id} to check` : `Cut in ${sibling.id}`}
              </label>
              <CutPreview
                label={sibling.cut === null ? "Cannot be cut automatically in this story" : "In this story"}
                before={sibling.text}
                after={sibling.cut?.sentence ?? null}
              />
            </li>
          ))}
        </ul>
        <p className="text-sm text-ink-soft">Stories in progress are not changed; their annotators are notified.</p>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="primary">
            {selected.size === 0 ? "Cut in this story only" : `Cut in this story and ${selected.size} more`}
          </Button>
          <Button disabled={isAllSelected} onClick={() => setSelected(new Set(hint.siblings.map((_, place) => place)))}>
            Select all
          </Button>
          <Button look="quiet" onClick={onClose}>
            Leave it
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** A sentence before and after the cut. `after` is null if the sentence does not change, and empty if it is removed. */
function CutPreview({ label, before, after }: { label: string; before: string; after: string | null }) {
  return (
    <div className="grid gap-1 text-sm">
      <span className="text-ink-soft">{label}</span>
      {after === null ? (
        <p className="border-l-2 border-rule pl-3 font-serif">{before}</p>
      ) : (
        <>
          <del className="border-l-2 border-rule pl-3 font-serif text-ink-soft">{before}</del>
          <ins className="border-l-2 border-edge pl-3 font-serif no-underline">
            {after === "" ? "(the whole sentence is removed)" : after}
          </ins>
        </>
      )}
    </div>
  );
}
