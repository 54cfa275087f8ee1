import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { formatMoment } from "@/lib/domain/format/times.ts";
import type { OwnSession } from "@/lib/server/platform/auth/own-sessions.ts";

/** The browsers in which the user is signed in, each with a sign-out button. */
export function SessionTable({
  sessions,
  endSession,
}: {
  sessions: readonly OwnSession[];
  endSession: FormAction<void>;
}) {
  return (
    <Table caption="Your sessions" isCaptionHidden>
      <thead>
        <tr>
          <Th>Device</Th>
          <Th>Network</Th>
          <Th>Signed in</Th>
          <Th>Last use</Th>
          <Th>
            <span className="sr-only">Revoke</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {sessions.map(({ id, device, beganAt, lastSeenAt, isCurrent, isSameNetwork, awaitsCode }, index) => (
          <tr key={id}>
            <Th scope="row">{device || "Unknown device"}</Th>
            <Td>{isSameNetwork === null ? "Unknown" : isSameNetwork ? "Your current network" : "Another network"}</Td>
            <Td>{formatMoment(beganAt)}</Td>
            <Td>{isCurrent ? "This session" : awaitsCode ? "Code not entered" : formatMoment(lastSeenAt)}</Td>
            <Td>
              {!isCurrent && (
                // The number distinguishes two sessions of the same device for screen readers.
                <ActionForm
                  action={endSession}
                  hidden={{ session: id }}
                  label={`Revoke session ${index + 1}, ${device || "unknown device"}`}
                >
                  <SubmitButton size="small" look="quiet">
                    Revoke
                  </SubmitButton>
                </ActionForm>
              )}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
