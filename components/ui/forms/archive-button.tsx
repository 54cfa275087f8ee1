import type { ReactNode } from "react";
import type { FormAction } from "@/lib/domain/form-state.ts";
import type { ButtonVariant } from "./button-style.ts";
import { ConfirmButton } from "./confirm-button.tsx";

/** Archives or restores an object. The action gets the other values, and `archived` as yes or no. */
export function ArchiveButton<Value>({
  action,
  hidden,
  isArchived,
  titles,
  consequence,
  children,
  look,
}: {
  action: FormAction<Value>;
  hidden: Record<string, string>;
  isArchived: boolean;
  /** The confirmations before archiving and before restoring. */
  titles: { archive: string; restore: string };
  /** The static part. */
  consequence: string;
  /** The button's accessible name, if a page has several. */
  children?: ReactNode;
  look?: ButtonVariant;
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
      {...(look ? { look } : {})}
    >
      {children ?? word}
    </ConfirmButton>
  );
}
