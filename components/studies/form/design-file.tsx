"use client";

import { useState } from "react";
import { Button } from "@/components/ui/forms/button.tsx";
import { controlStyle } from "@/components/ui/forms/control-style.ts";
import { layoutDesignOf } from "@/lib/domain/survey/composition/study-layout.ts";
import type { AskedKind } from "@/lib/domain/survey/studies/study-benchmark.ts";
import { designOf, type StudyDraft } from "@/lib/domain/survey/studies/study-draft.ts";
import { importDesignFile } from "@/lib/domain/survey/studies/take-over-design.ts";
import { useDraft } from "./draft-context.tsx";

/** Imports a design file into the form, or exports the form as a design file. */
export function DesignFile({ kind, items }: { kind: AskedKind | null; items: number }) {
  const { draft, change } = useDraft();
  const [status, setStatus] = useState("");
  const importFile = async (file: File | undefined) => {
    if (!file) return;
    const result = importDesignFile(draft, await file.text(), kind, items);
    if (result.draft) change(() => result.draft);
    setStatus(result.message);
  };
  return (
    <details>
      <summary className="text-sm text-ink-soft">Design file</summary>
      <div className="mt-3 grid max-w-measure grid-cols-1 gap-3 text-sm">
        <p className="text-ink-soft">
          The file format of <code>parallax design layout</code> reads. With the benchmark it gives exactly the sessions
          of this study.
        </p>
        <label className="grid gap-1">
          <span>Import a design file</span>
          <input
            type="file"
            accept=".json,application/json"
            className={controlStyle}
            onChange={(event) => void importFile(event.target.files?.[0])}
          />
        </label>
        <div>
          <Button
            size="small"
            onClick={() => setStatus(kind ? download(draft, kind, items) : "Choose a benchmark first.")}
          >
            Export a design file
          </Button>
        </div>
        <p aria-live="polite">{status}</p>
      </div>
    </details>
  );
}

function download(draft: StudyDraft, kind: AskedKind, items: number): string {
  const file = layoutDesignOf(designOf(draft, kind), items);
  if (!file) return "The answers per item do not give a whole number of sessions yet. See “Sample size”.";
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([`${JSON.stringify(file, null, 2)}\n`], { type: "application/json" }));
  link.download = `${draft.slug || "study"}-design.json`;
  link.click();
  URL.revokeObjectURL(link.href);
  return "The design file was downloaded.";
}
