import { Badge } from "@/components/ui/badge.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { ConfirmButton } from "@/components/ui/forms/confirm-button.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { addressKinds, labelOfEvent } from "@/lib/domain/events/event-kinds.ts";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { formatSecond } from "@/lib/domain/format/times.ts";
import { EventAddressForm } from "./event-address-form.tsx";

interface EventTargetRow {
  id: string;
  kind: string;
  label: string;
  events: readonly string[];
  dropOutPercent: number;
}

interface EventDeliveryRow {
  id: string;
  event: string;
  label: string;
  occurredAt: Date;
  attempts: number;
  status: number | null;
  problem: string;
  deliveredAt: Date | null;
  failedAt: Date | null;
}

interface EventsViewProps {
  studyId: string;
  addresses: readonly EventTargetRow[];
  /** The newest deliveries, newest first. */
  deliveries: readonly EventDeliveryRow[];
  actions: { add: FormAction<{ secret: string | null }>; remove: FormAction; test: FormAction };
}

/** The targets to which a study's events are sent, and the log of deliveries. */
export function EventsView({ studyId, addresses, deliveries, actions }: EventsViewProps) {
  return (
    <>
      <Section
        title="Addresses"
        lead="Events contain no answers and no personal data. Webhooks are signed according to Standard Webhooks. Failed deliveries are retried for half an hour."
      >
        {addresses.length === 0 ? (
          <EmptyState title="No addresses">Add one below.</EmptyState>
        ) : (
          <AddressTable studyId={studyId} addresses={addresses} actions={actions} />
        )}
      </Section>
      <Section title="Add an address">
        <EventAddressForm studyId={studyId} action={actions.add} />
      </Section>
      <Section title="Deliveries" lead="The newest 100.">
        {deliveries.length === 0 ? (
          <EmptyState title="No deliveries">An event appears here when it is sent.</EmptyState>
        ) : (
          <DeliveryTable deliveries={deliveries} />
        )}
      </Section>
    </>
  );
}

function AddressTable({ studyId, addresses, actions }: Pick<EventsViewProps, "studyId" | "addresses" | "actions">) {
  return (
    <Table caption="Addresses" isCaptionHidden>
      <thead>
        <tr>
          <Th>Address</Th>
          <Th>Events</Th>
          <Th>
            <span className="sr-only">Actions</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {addresses.map(({ id, kind, label, events, dropOutPercent }) => (
          <tr key={id}>
            <Th scope="row" className="min-w-48 wrap-anywhere">
              {label}{" "}
              <span className="block font-normal text-ink-soft">
                {addressKinds.find(({ value }) => value === kind)?.label}
              </span>
            </Th>
            <Td className="min-w-48">
              {events
                .map((event) => labelOfEvent(event) + (event === "study.drop-out" ? ` of ${dropOutPercent}%` : ""))
                .join("; ")}
            </Td>
            <Td>
              <div className="flex flex-wrap justify-end gap-2">
                <ActionForm action={actions.test} hidden={{ study: studyId, address: id }} label={`Test ${label}`}>
                  <SubmitButton look="quiet" size="small">
                    Send a test
                  </SubmitButton>
                </ActionForm>
                <ConfirmButton
                  look="quiet"
                  size="small"
                  action={actions.remove}
                  hidden={{ study: studyId, address: id }}
                  title="Remove the address?"
                  consequence={`${label} receives no more events, and its delivery log is deleted.`}
                  confirm="Remove"
                >
                  Remove
                </ConfirmButton>
              </div>
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function DeliveryTable({ deliveries }: Pick<EventsViewProps, "deliveries">) {
  return (
    <Table caption="Deliveries" isCaptionHidden>
      <thead>
        <tr>
          <Th>Time</Th>
          <Th>Event</Th>
          <Th>Address</Th>
          <Th>State</Th>
          <Th isNumber>Attempts</Th>
        </tr>
      </thead>
      <tbody>
        {deliveries.map((line) => (
          <tr key={line.id}>
            <Td className="whitespace-nowrap">{formatSecond(line.occurredAt)}</Td>
            <Td className="min-w-40">{labelOfEvent(line.event)}</Td>
            <Td className="min-w-40 wrap-anywhere">{line.label}</Td>
            <Td className="min-w-48">
              <DeliveryState line={line} />
            </Td>
            <Td isNumber>{line.attempts}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function DeliveryState({ line }: { line: EventDeliveryRow }) {
  if (line.deliveredAt) return <Badge tone="good">delivered</Badge>;
  return (
    <>
      <Badge tone={line.failedAt ? "bad" : "info"}>{line.failedAt ? "failed" : "waiting"}</Badge> {line.problem}
    </>
  );
}
