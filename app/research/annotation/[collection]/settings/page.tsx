import type { Metadata } from "next";
import { CollectionSettingsForm } from "@/components/annotation/collections/collection-settings-form.tsx";
import { DuplicateForm, WorkOrderForm } from "@/components/annotation/schema-lead/collection-forms.tsx";
import { ConfirmButton } from "@/components/ui/forms/confirm-button.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { countMinorUnits } from "@/lib/domain/format/money.ts";
import {
  deleteCollectionAction,
  duplicateCollectionAction,
  reorderItemsAction,
  updateCollectionAction,
} from "../../actions.ts";
import { type CollectionParams, requireCollection } from "../require-collection.ts";

export const metadata: Metadata = { title: "Settings" };

export default async function CollectionSettingsPage({ params }: { params: CollectionParams }) {
  const { collection } = await requireCollection(params);
  const { payPerHour, payPerItem = null, currency } = collection.settings;
  const toMainUnits = (amount: number | null) => (amount === null ? "" : String(amount / countMinorUnits(currency)));
  return (
    <>
      <CollectionSettingsForm
        action={updateCollectionAction}
        collection={collection}
        hasTask={collection.task !== null}
        pay={{ perHour: toMainUnits(payPerHour), perItem: toMainUnits(payPerItem) }}
      />
      <WorkOrderForm action={reorderItemsAction} collectionId={collection.id} />
      <DuplicateForm action={duplicateCollectionAction} collectionId={collection.id} name={collection.name} />
      <Section
        title="Delete"
        lead="Items, texts, verdicts, reviews, hours and reports are deleted. Published items stay in their benchmark. This cannot be undone; export first what you need."
      >
        <ConfirmButton
          action={deleteCollectionAction}
          hidden={{ collection: collection.id }}
          title="Delete this collection?"
          consequence={`“${collection.name}” and all work on it are deleted. This cannot be undone.`}
          confirm="Delete"
          fields={
            <Field name="name" label="Type the name of the collection">
              <TextInput maxLength={200} autoComplete="off" required />
            </Field>
          }
        >
          Delete the collection
        </ConfirmButton>
      </Section>
    </>
  );
}
