import { CopyButton } from "@/components/ui/forms/copy-button.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { Departure, Exit } from "@/lib/domain/survey/exit.ts";
import { type Outcome, outcomes } from "@/lib/domain/survey/protocol.ts";
import type { ParticipantLink } from "@/lib/domain/survey/studies/participant-links.ts";
import { outcomeLabels, outcomeMeanings } from "../study-labels.ts";

/** The address that the recruiter is given, and where each end leads with which code. */
export function AddressesAndCodes({
  base,
  link,
  departures,
  rehearsed,
}: {
  base: string;
  link: ParticipantLink;
  departures: Readonly<Record<Outcome, Departure>>;
  /** Ends that a rehearsed session has come to. */
  rehearsed: readonly Outcome[];
}) {
  return (
    <Section
      title="Address and codes"
      lead={
        <>
          What the recruiter’s form asks for. Codes and links back are changed with the{" "}
          <Link href={`${base}/edit#ends`}>end pages</Link>.
        </>
      }
    >
      <div className="grid max-w-measure grid-cols-1 gap-2">
        <h3 className="font-semibold">Address for {link.name}</h3>
        <code className="text-sm break-all">{link.url}</code>
        <p className="text-sm text-ink-soft">{link.hint}</p>
        <div>
          <CopyButton text={link.url} label="Copy the address" />
        </div>
      </div>
      <div className="mt-6">
        <Table caption="Each end with its code and where it leads people who came from the recruiter">
          <thead>
            <tr>
              <Th>End</Th>
              <Th>Code</Th>
              <Th>Leads to</Th>
              <Th>Rehearsed</Th>
            </tr>
          </thead>
          <tbody>
            {outcomes.map((outcome) => (
              <tr key={outcome}>
                <Th scope="row">
                  {outcomeLabels[outcome]}
                  <span className="block text-sm font-normal text-ink-soft">{outcomeMeanings[outcome]}</span>
                </Th>
                <Td className="break-all">{codeOf(departures[outcome])}</Td>
                <Td className="min-w-48 break-all">{exitInWords(departures[outcome].exit)}</Td>
                <Td>{rehearsed.includes(outcome) ? "Yes" : <span className="text-ink-soft">Not yet</span>}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </Section>
  );
}

function codeOf({ code }: Departure) {
  if (code === null) return <span className="text-ink-soft">None</span>;
  if (code === "OWN-CODE") return <span className="text-ink-soft">Our own, another one for everybody</span>;
  return <code>{code}</code>;
}

/** Where an end leads, for anyone who checks it. */
export function exitInWords(exit: Exit | null): string {
  switch (exit?.kind) {
    case "link":
      return exit.recruiter ? `${exit.url}, by itself after the save` : `${exit.url}, by a link`;
    case "form":
      return `A form to ${exit.submit.action}`;
    case "return":
      return `Asks people to return the task ${exit.recruiter === "prolific" ? "on Prolific" : "on MTurk"}`;
    case undefined:
      return "Nowhere: people may close the page";
  }
}
