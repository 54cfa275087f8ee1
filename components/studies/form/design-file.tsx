"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { explainDesign } from "@/lib/domain/survey/composition/explain-design.ts";
import { readingOf } from "@/lib/domain/survey/composition/lay-out-readings.ts";
import { layoutDesignSchema } from "@/lib/domain/survey/composition/layout-design.ts";
import { compositionOf, layoutDesignOf } from "@/lib/domain/survey/composition/study-layout.ts";
import { listQuotaQuestions, strataOf } from "@/lib/domain/survey/studies/quotas.ts";
import type { AskedKind } from "@/lib/domain/survey/studies/study-benchmark.ts";
import { designOf, type StudyDraft } from "@/lib/domain/survey/studies/study-draft.ts";
import { useDraft } from "./draft-context.tsx";

/** Takes a design file over into the form, and writes what the form says as one. */
export function DesignFile({ kind, items }: { kind: AskedKind | null; items: number }) {
  const { draft, change } = useDraft();
  const [said, setSaid] = useState("");
  const read = async (file: File | undefined) => {
    if (!file) return;
    const taken = takeOver(draft, await file.text());
    if (taken.draft) change(() => taken.draft);
    setSaid(taken.message);
  };
  return (
    <details>
      <summary className="text-sm text-ink-soft">Design file</summary>
      <div className="mt-3 grid max-w-measure grid-cols-1 gap-3 text-sm">
        <p className="text-ink-soft">
          The same file that <code>parallax design layout</code> reads. With the benchmark it gives exactly the sessions
          of this study.
        </p>
        <label className="grid gap-1">
          <span>Import a design file</span>
          <input type="file" accept=".json,application/json" onChange={(event) => void read(event.target.files?.[0])} />
        </label>
        <div>
          <Button
            size="small"
            onClick={() => setSaid(kind ? download(draft, kind, items) : "Choose a benchmark first.")}
          >
            Export a design file
          </Button>
        </div>
        <p aria-live="polite">{said}</p>
      </div>
    </details>
  );
}

function takeOver(
  draft: StudyDraft,
  text: string,
): { draft: StudyDraft; message: string } | { draft: null; message: string } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { draft: null, message: "This file is not JSON. Nothing was changed." };
  }
  const parsed = layoutDesignSchema.safeParse(json);
  if (!parsed.success) {
    return { draft: null, message: `${explainDesign(parsed.error, json)}. Nothing was changed.` };
  }
  const groups = strataOf(draft.quotas, listQuotaQuestions(draft.protocol)).map(({ key }) => key);
  const unknown = parsed.data.strata.find(({ key }) => !groups.includes(key));
  const isOwn = unknown === undefined && groups.length === parsed.data.strata.length;
  if (!isOwn && parsed.data.strata.length > 1) {
    return {
      draft: null,
      message: `The file has other groups than the form${unknown ? ` ("${unknown.key}")` : ""}. Make the same quotas first; nothing was changed.`,
    };
  }
  const conditions = Object.fromEntries(parsed.data.factors.map(({ name, levels }) => [name, levels]));
  return {
    draft: {
      ...draft,
      ...compositionOf(parsed.data),
      conditions: { ...draft.conditions, ...conditions },
      protocol: withReadings(draft.protocol, readingOf(parsed.data.rules)),
    },
    message: "The form now says what the file says. Save it to keep it.",
  };
}

/** How many statements follow one reading stands with the page of items. */
function withReadings(protocol: StudyDraft["protocol"], size: number | null): StudyDraft["protocol"] {
  return {
    ...protocol,
    steps: protocol.steps.map((step) => {
      if (step.kind !== "items") return step;
      const { statementsPerReading: _earlier, ...rest } = step;
      return size === null ? rest : { ...rest, statementsPerReading: size };
    }),
  };
}

function download(draft: StudyDraft, kind: AskedKind, items: number): string {
  const file = layoutDesignOf(designOf(draft, kind), items);
  if (!file) return "The answers wanted do not make whole sessions yet; see “How many”.";
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([`${JSON.stringify(file, null, 2)}\n`], { type: "application/json" }));
  link.download = `${draft.slug || "study"}-design.json`;
  link.click();
  URL.revokeObjectURL(link.href);
  return "The design file was written to your downloads.";
}
