"use client";

import { KeyReasonField } from "@/components/imports/key-reason-field.tsx";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";

/** Publishes accepted items, and lists those that are not usable in a benchmark. */
export function PublishForm<Report extends { refused: { id: string; reason: string }[] }>({
  action,
  collectionId,
  accepted,
  hasBenchmark,
}: {
  action: FormAction<Report>;
  collectionId: string;
  /** The number of accepted items. */
  accepted: number;
  /** Whether items were published before, so that keys may be corrected. */
  hasBenchmark: boolean;
}) {
  return (
    <ActionForm action={action} hidden={{ collection: collectionId }} label="Publish accepted items">
      {(state) => (
        <>
          {state?.ok && state.value && state.value.refused.length > 0 && (
            <Table caption="Items that were not published" maxHeight="20rem">
              <thead>
                <tr>
                  <Th>Item</Th>
                  <Th>Reason</Th>
                </tr>
              </thead>
              <tbody>
                {state.value.refused.map(({ id, reason }) => (
                  <tr key={id}>
                    <Th scope="row" className="wrap-anywhere">
                      {id}
                    </Th>
                    <Td className="wrap-anywhere">{reason}</Td>
                  </tr>
                ))}
              </tbody>
            </Table>
          )}
          {accepted === 0 ? (
            <p className="max-w-measure text-ink-soft">No item is accepted yet. Items are accepted in review.</p>
          ) : (
            <>
              {hasBenchmark && <KeyReasonField />}
              <div>
                <SubmitButton look="secondary">Publish {formatNumberOf(accepted, "item")}</SubmitButton>
              </div>
            </>
          )}
        </>
      )}
    </ActionForm>
  );
}
