import { CopyButton } from "@/components/ui/forms/copy-button.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { noSimulationLinks } from "@/lib/domain/survey/arrival-rules.ts";
import type { ParticipantLink } from "@/lib/domain/survey/studies/participant-links.ts";
import { type SignedLinkLine, SignLinks } from "./sign-links.tsx";

/** The addresses of the study for recruiters, and instructions for signed personal links. */
export function LinksForParticipants({
  links,
  isSimulation,
  isOpen,
  studyId,
  signAction,
  settingsHref,
}: {
  links: readonly ParticipantLink[];
  isSimulation: boolean;
  isOpen: boolean;
  studyId: string;
  signAction: FormAction<SignedLinkLine[]> | null;
  settingsHref: string;
}) {
  if (isSimulation)
    return (
      <Section id="links" title="Links for participants">
        <p className="text-ink-soft">{noSimulationLinks}</p>
      </Section>
    );
  return (
    <Section
      id="links"
      title="Links for participants"
      lead={
        isOpen
          ? "Participant IDs are stored separately from answers. Each ID can take part once."
          : "Links work while the study is open."
      }
    >
      <ul className="divide-y divide-rule border-y border-rule">
        {links.map((link) => (
          <li
            key={link.name}
            className="grid grid-cols-1 gap-2 py-4 md:grid-cols-[9rem_minmax(0,1fr)_auto] md:items-start md:gap-6"
          >
            <h3 className="font-semibold">{link.name}</h3>
            <div className="grid grid-cols-1 min-w-0 gap-1">
              <code className="text-sm break-all">{link.url}</code>
              <p className="max-w-measure text-sm text-ink-soft">{link.hint}</p>
            </div>
            <CopyButton text={link.url} label={`Copy link for ${link.name}`} />
          </li>
        ))}
      </ul>
      {signAction && (
        <details className="mt-6">
          <summary className="font-medium">Signed links for a list of people</summary>
          <div className="mt-3 grid max-w-measure gap-4">
            <p className="text-ink-soft">
              IDs in links can be changed by anyone. A signature proves that the ID is yours; only signed links can
              continue a session on another device. Paste your IDs, one per line, to get signed links, or sign them in
              your own program with the study’s secret under <Link href={settingsHref}>Settings</Link>.
            </p>
            <SignLinks studyId={studyId} action={signAction} />
          </div>
        </details>
      )}
    </Section>
  );
}
