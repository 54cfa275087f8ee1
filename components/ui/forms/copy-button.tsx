"use client";

import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "./button.tsx";

/** A button that copies a text to the clipboard and confirms this. */
export function CopyButton({ text, label = "Copy" }: { text: string; label?: string }) {
  const [result, setResult] = useState<"copied" | "refused" | null>(null);
  return (
    <span className="inline-flex items-center gap-2">
      <Button
        size="small"
        onClick={async () => {
          try {
            await navigator.clipboard.writeText(text);
            setResult("copied");
          } catch {
            // Browsers provide the clipboard only on HTTPS pages and localhost.
            setResult("refused");
          }
        }}
      >
        {result === "copied" ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        {label}
      </Button>
      <span role="status" className="text-sm text-ink-soft">
        {result === "copied" && "Copied"}
        {result === "refused" && "The browser does not allow copying. Please select and copy the text manually."}
      </span>
    </span>
  );
}
