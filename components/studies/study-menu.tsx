import { Ellipsis } from "lucide-react";
import { ArchiveButton } from "@/components/ui/forms/archive-button.tsx";
import { ConfirmButton } from "@/components/ui/forms/confirm-button.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import { MenuDetails } from "@/components/ui/navigation/menu-details.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";

/** A menu with actions on a study: settings, share, duplicate, archive. */
export function StudyMenu({
  base,
  study,
  actions,
}: {
  base: string;
  study: { id: string; name: string; isArchived: boolean };
  actions: { copy: FormAction; archive: FormAction<unknown> };
}) {
  return (
    <MenuDetails>
      <summary
        aria-label="Settings, share, duplicate, archive"
        className="inline-flex min-h-10 list-none items-center rounded-md border border-edge bg-surface px-3 hover:border-ink hover:bg-sunken pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden"
      >
        <Ellipsis aria-hidden="true" className="size-5" />
      </summary>
      <div className="absolute right-0 z-20 mt-2 grid w-44 gap-1 rounded-lg border border-rule bg-surface p-2 shadow-lg max-sm:right-auto max-sm:left-0 [&_:is(a,button)]:justify-start">
        <LinkButton look="quiet" href={`${base}/settings`}>
          Settings
        </LinkButton>
        <LinkButton look="quiet" href={`${base}/settings/shared-views`}>
          Share
        </LinkButton>
        <ConfirmButton
          action={actions.copy}
          hidden={{ study: study.id }}
          title="Duplicate this study?"
          consequence={
            <p>
              You get a new draft, “Copy of {study.name}”, with the same items, design, protocol and settings, its own
              address and a new seed. No answers, secrets or keys are copied.
            </p>
          }
          confirm="Duplicate"
          isDangerous={false}
          look="quiet"
        >
          Duplicate
        </ConfirmButton>
        <ArchiveButton
          action={actions.archive}
          hidden={{ study: study.id }}
          isArchived={study.isArchived}
          titles={{ archive: "Archive this study?", restore: "Restore this study?" }}
          consequence="The study is removed from lists and shown under “Show archived”. Pages, answers, results and exports do not change. Close an open study first."
          look="quiet"
        />
      </div>
    </MenuDetails>
  );
}
