import type { ReactNode } from "react";
import { Callout } from "@/components/ui/callout.tsx";
import { CopyButton } from "@/components/ui/forms/copy-button.tsx";

/** A link that is shown only once. */
export function SecretLink({ title, url, children }: { title: string; url: string; children: ReactNode }) {
  return (
    <Callout tone="good" title={title}>
      <p>{children}</p>
      <p className="my-2 rounded-sm bg-surface px-2 py-1.5 font-mono text-sm break-all select-all">{url}</p>
      <CopyButton text={url} label="Copy the link" />
    </Callout>
  );
}
