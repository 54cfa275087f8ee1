import type { Metadata } from "next";
import { CollectionSettingsForm } from "@/components/annotation/collections/collection-settings-form.tsx";
import { updateCollectionAction } from "../../actions.ts";
import { minorUnits } from "../../settings-form.ts";
import { type CollectionParams, requireCollection } from "../require-collection.ts";

export const metadata: Metadata = { title: "Settings" };

export default async function CollectionSettingsPage({ params }: { params: CollectionParams }) {
  const { collection } = await requireCollection(params);
  const { payPerHour, currency } = collection.settings;
  return (
    <CollectionSettingsForm
      action={updateCollectionAction}
      collection={collection}
      payPerHour={payPerHour === null ? "" : String(payPerHour / minorUnits(currency))}
    />
  );
}
