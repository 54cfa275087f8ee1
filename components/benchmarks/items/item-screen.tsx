"use client";

import { useEffect, useId, useRef } from "react";
import { markdownAttribute } from "@/lib/domain/items/text-format.ts";

/** An item with the fields that are posted to the preview page. */
export interface ScreenItem {
  kind: string;
  story: { title: string; genre: string; text: string };
  text: string;
  options: readonly string[];
  task?: unknown;
  attributes?: Readonly<Record<string, unknown>>;
}

/** Shows the participant's page of an item in a frame of a phone's width. Nothing is stored. */
export function ItemScreen({ item }: { item: ScreenItem }) {
  const frame = useId();
  const form = useRef<HTMLFormElement>(null);
  const { kind, story, text, options, task, attributes } = item;
  const markdown = attributes?.[markdownAttribute];
  const posted = JSON.stringify({
    kind,
    story,
    text,
    options,
    ...(task ? { task } : {}),
    ...(typeof markdown === "string" ? { attributes: { [markdownAttribute]: markdown } } : {}),
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed item must be posted again
  useEffect(() => form.current?.requestSubmit(), [posted]);

  return (
    <div className="overflow-x-auto rounded-md border border-rule bg-sunken p-2 sm:p-4">
      <form ref={form} method="post" action="/research/benchmarks/preview" target={frame} hidden>
        <input type="hidden" name="item" value={posted} />
      </form>
      <iframe
        name={frame}
        title="The participant’s page of this item"
        sandbox=""
        className="mx-auto block rounded-sm border border-rule bg-paper"
        style={{ width: "min(390px, 100%)", height: 560 }}
      />
    </div>
  );
}
