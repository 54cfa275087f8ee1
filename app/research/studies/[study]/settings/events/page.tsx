import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { EventsView } from "@/components/studies/events/events-view.tsx";
import { listEventAddresses } from "@/lib/server/events/event-addresses.ts";
import { requireStudy, type StudyParams } from "../../require-study.ts";
import { addEventAddressAction, removeEventAddressAction, testEventAddressAction } from "./actions.ts";

export const metadata: Metadata = { title: "Outgoing events" };

export default async function EventsPage({ params }: { params: StudyParams }) {
  const { study } = await requireStudy(params);
  if (!study.canWrite) notFound();
  return (
    <EventsView
      studyId={study.id}
      {...(await listEventAddresses(study.id))}
      actions={{ add: addEventAddressAction, remove: removeEventAddressAction, test: testEventAddressAction }}
    />
  );
}
