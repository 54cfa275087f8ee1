import type { Metadata } from "next";
import { CollectionSettingsForm } from "@/components/annotation/collections/collection-settings-form.tsx";
import { minorUnits } from "@/lib/domain/format/money.ts";
import { updateCollectionAction } from "../../actions.ts";
import { type CollectionParams, requireCollection } from "../require-collection.ts";

export const metadata: Metadata = { title: "Settings" };

export default async function CollectionSettingsPage({ params }: { params: CollectionParams }) {
  const { collection } = await requireCollection(params);
  const { payPerHour, payPerItem = null, currency } = collection.settings;
  const inUnits = (amount: number | null) => (amount === null ? "" : String(amount / minorUnits(currency)));
  return (
    <CollectionSettingsForm
      action={updateCollectionAction}
      collection={collection}
      pay={{ perHour: inUnits(payPerHour), perItem: inUnits(payPerItem) }}
    />
  );
}
