import { Callout } from "@/components/ui/callout.tsx";
import { ConfirmButton } from "@/components/ui/forms/confirm-button.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { formatCount } from "@/lib/domain/format/figures.ts";
import type { Arrivals } from "@/lib/domain/survey/studies/study-rows.ts";

const reasons: Record<string, string> = {
  "no-id": "without a participant ID",
  "id-format": "with an ID that does not have the expected form",
  unsigned: "with an ID that is not signed",
  "no-keys": "while the recruiter’s keys could not be fetched",
  source: "by a link that is not accepted",
  "network-full": "from a network with too many open sessions",
};

/**
 * Slots that are claimed but not completed, with a button that releases them, and arrivals that the study's rules
 * refused.
 */
export function ArrivalsSection({
  studyId,
  canWrite,
  arrivals,
  release,
}: {
  studyId: string;
  canWrite: boolean;
  arrivals: Arrivals;
  release: FormAction;
}) {
  const { refused, caseVariants, heldSlots, isCapIdle } = arrivals;
  return (
    <Section
      title="Arrivals and claimed slots"
      lead="Arrivals that do not match the rules in Settings are listed separately and not counted elsewhere."
    >
      {isCapIdle && (
        <Callout tone="warn">
          The limit of unanswered slots per network is not applied, because no proxy is configured. Ask the operator of
          Parallax to set PARALLAX_PROXY.
        </Callout>
      )}
      <p>
        {formatCount(heldSlots)} {heldSlots === 1 ? "slot is" : "slots are"} claimed by sessions in progress.
        {caseVariants > 0 &&
          ` ${formatCount(caseVariants)} ${caseVariants === 1 ? "ID differs" : "IDs differ"} from another one in letter case only.`}
      </p>
      {refused.length === 0 ? (
        <p className="text-ink-soft">All arrivals so far match the rules.</p>
      ) : (
        <ul className="list-disc pl-5">
          {refused.map(({ reason, source, count }) => (
            <li key={`${reason}/${source}`} className="tabular-nums">
              {formatCount(count)} {reasons[reason] ?? reason} ({source})
            </li>
          ))}
        </ul>
      )}
      {canWrite && heldSlots > 0 && (
        <div className="mt-4">
          <ConfirmButton
            action={release}
            hidden={{ study: studyId }}
            title="Release the unfinished slots?"
            consequence={
              <p>
                All {formatCount(heldSlots)} claimed slots become free for the next participants. No session ends: the
                first person to continue keeps the slot, and a person who finishes after the slot was reassigned counts
                as surplus.
              </p>
            }
            confirm="Release"
          >
            Release unfinished slots
          </ConfirmButton>
        </div>
      )}
    </Section>
  );
}
