import type { ReactNode } from "react";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { ConfirmButton } from "./confirm-button.tsx";

/** Takes a thing out of the lists, or puts it back. The action gets the other values, and `archived` as yes or no. */
export function ArchiveButton<Value>({
  action,
  hidden,
  isArchived,
  titles,
  consequence,
  children,
}: {
  action: FormAction<Value>;
  hidden: Record<string, string>;
  isArchived: boolean;
  /** The questions that are asked before it goes, and before it comes back. */
  titles: { archive: string; restore: string };
  /** The static part. */
  consequence: string;
  /** The button's accessible name, where a page has several. */
  children?: ReactNode;
}) {
  const word = isArchived ? "Restore" : "Archive";
  return (
    <ConfirmButton
      action={action}
      hidden={{ ...hidden, archived: isArchived ? "no" : "yes" }}
      title={isArchived ? titles.restore : titles.archive}
      consequence={`${consequence} This can be undone.`}
      confirm={word}
      isDangerous={false}
    >
      {children ?? word}
    </ConfirmButton>
  );
}
