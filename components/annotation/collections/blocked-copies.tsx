import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { Link, LinkButton } from "@/components/ui/navigation/link.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import type { Blockage } from "@/lib/domain/annotation/blocked-copies.ts";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";

/** Copies that no one can finish, with the reasons and remedies. Renders nothing if there are no such copies. */
export function BlockedCopiesList({
  blocked,
  collectionId,
  hrefs,
  action,
}: {
  blocked: { copies: number; items: number; listed: (Blockage & { itemId: string; externalId: string })[] };
  collectionId: string;
  /** `invite` is null for users without the right to invite people. */
  hrefs: { invite: string | null; people: string; items: string };
  action: FormAction;
}) {
  if (blocked.copies === 0) return null;
  return (
    <Section
      title="Blocked copies"
      lead={`No one can work on ${formatNumberOf(blocked.copies, "copy", "copies")} of ${formatNumberOf(blocked.items, "item")}. Invite another annotator, or allow one who has seen the item.`}
      actions={
        <LinkButton href={hrefs.invite ?? hrefs.people} size="small">
          {hrefs.invite ? "Invite" : "Roles"}
        </LinkButton>
      }
    >
      <ul>
        {blocked.listed.map(({ itemId, externalId, reason, allow, canPullBack }) => (
          <li
            key={itemId}
            className="grid gap-3 border-t border-rule py-3 first:border-t-0 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-end"
          >
            <div className="grid gap-1">
              <Link href={`${hrefs.items}/${itemId}`} prefetch={false}>
                {externalId}
              </Link>
              <p className="max-w-measure text-sm text-ink-soft">{reason}</p>
            </div>
            {canPullBack && (
              <ActionForm
                action={action}
                hidden={{
                  collection: collectionId,
                  act: "pull-back",
                  items: itemId,
                  reason: "The annotator no longer works in this collection.",
                }}
                label={`Pull back ${externalId}`}
              >
                <SubmitButton look="secondary">Pull back</SubmitButton>
              </ActionForm>
            )}
            {!canPullBack && allow.length > 0 && (
              <ActionForm
                action={action}
                hidden={{ collection: collectionId, act: "assign", items: itemId }}
                label={`Allow an annotator to work on ${externalId}`}
              >
                <div className="flex items-end gap-3">
                  <Field name="personId" label="Annotator">
                    <Select options={allow.map(({ userId, name }) => ({ value: userId, label: name }))} />
                  </Field>
                  <SubmitButton look="secondary">Allow this annotator</SubmitButton>
                </div>
              </ActionForm>
            )}
          </li>
        ))}
      </ul>
      {blocked.items > blocked.listed.length && (
        <p className="mt-3 text-sm text-ink-soft">
          The first {blocked.listed.length} of {formatNumberOf(blocked.items, "item")}.
        </p>
      )}
    </Section>
  );
}
