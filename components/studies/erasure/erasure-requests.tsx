import { ConfirmButton } from "@/components/ui/forms/confirm-button.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import type { ErasureRequestLine } from "@/lib/domain/survey/studies/erasable-session.ts";
import { LocalTime } from "../local-time.tsx";
import { describeValues } from "./describe-values.ts";

/** The pending erasure requests. */
export function ErasureRequests({ requests, decide }: { requests: ErasureRequestLine[]; decide: FormAction }) {
  return (
    <Table caption="Requests for erasure" isCaptionHidden>
      <thead>
        <tr>
          <Th>Session</Th>
          <Th>Values to erase</Th>
          <Th>Reason</Th>
          <Th>Requested</Th>
          <Th>Decision</Th>
        </tr>
      </thead>
      <tbody>
        {requests.map(({ session, reason, requestedBy, isOwn }) => (
          <tr key={session.id}>
            <Td>
              <Link href={`/research/studies/${session.study.id}/responses/${session.id}`}>{session.study.name}</Link>
              <span className="block text-sm text-ink-soft">
                started <LocalTime at={session.startedAt.toISOString()} withDate />
              </span>
            </Td>
            <Td>{describeValues(session.values)}</Td>
            <Td className="wrap-anywhere">{reason}</Td>
            <Td>
              {requestedBy ?? "A deleted account"}
              {session.requestedAt && (
                <span className="block text-sm text-ink-soft">
                  <LocalTime at={session.requestedAt.toISOString()} withDate />
                </span>
              )}
            </Td>
            <Td>
              {isOwn ? (
                "Another person must decide"
              ) : (
                <span className="flex flex-wrap gap-2">
                  <ConfirmButton
                    action={decide}
                    hidden={{ session: session.id, decision: "confirm" }}
                    title="Erase this session?"
                    consequence="The session is withdrawn, and its values are deleted permanently."
                    confirm="Erase"
                  >
                    Confirm
                  </ConfirmButton>
                  <ConfirmButton
                    action={decide}
                    hidden={{ session: session.id, decision: "decline" }}
                    title="Decline this request?"
                    consequence="Nothing is erased. The request can be made again."
                    confirm="Decline the request"
                    isDangerous={false}
                  >
                    Decline
                  </ConfirmButton>
                </span>
              )}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
