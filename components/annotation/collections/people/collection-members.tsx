"use client";

import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { CollectionMember, CollectionRole } from "@/lib/domain/annotation/collection-role.ts";
import type { FormAction } from "@/lib/domain/form-state.ts";

const roleWords: Readonly<Record<CollectionRole, string>> = {
  project: "as in the project",
  annotate: "annotate only",
  review: "review only",
  both: "annotate and review",
  none: "neither",
};

/** The members of a project with their rights in one collection, each with a form that changes the rights. */
export function CollectionMembers({
  members,
  collectionId,
  action,
}: {
  members: readonly CollectionMember[];
  collectionId: string;
  action: FormAction;
}) {
  return (
    <Table caption="Members of the project" isCaptionHidden>
      <thead>
        <tr>
          <Th>Person</Th>
          <Th>Role in the project</Th>
          <Th>Rights in this collection</Th>
          <Th>Change for this collection</Th>
        </tr>
      </thead>
      <tbody>
        {members.map(({ userId, name, role, own, canWork, canReview }) => (
          <tr key={userId}>
            <Th scope="row" className="wrap-anywhere">
              {name}
            </Th>
            <Td>{role}</Td>
            <Td>{formatRights(canWork, canReview)}</Td>
            <Td>
              <ActionForm
                action={action}
                hidden={{ collection: collectionId, userId }}
                label={`Role of ${name}`}
                className="flex flex-wrap items-end gap-2"
              >
                <Field name="role" label={<span className="sr-only">Role of {name} in this collection</span>}>
                  <Select
                    key={own}
                    defaultValue={own}
                    options={Object.entries(roleWords).map(([value, label]) => ({ value, label }))}
                  />
                </Field>
                <SubmitButton look="secondary" size="small">
                  Set<span className="sr-only"> the role of {name}</span>
                </SubmitButton>
              </ActionForm>
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function formatRights(canWork: boolean, canReview: boolean): string {
  if (canWork) return canReview ? "annotate and review" : "annotate";
  return canReview ? "review" : "–";
}
