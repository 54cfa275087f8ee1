import type { ReactNode } from "react";
import type { FormAction } from "@/lib/domain/form-state.ts";
import type { ButtonVariant } from "./button-style.ts";
import { ConfirmButton } from "./confirm-button.tsx";

/** A button that archives or restores an object. The action gets the hidden fields, and `archived` as "yes" or "no". */
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
  /** The titles of the two confirmation dialogs. */
  titles: { archive: string; restore: string };
  /** The static part. */
  consequence: string;
  /** The label of the button. Needed if a page has several of these buttons. */
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
