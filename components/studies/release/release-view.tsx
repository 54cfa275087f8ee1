import { CodeBlock } from "@/components/ui/code.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { WhatIsThis } from "@/components/ui/what-is-this.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import type { ReleaseReport } from "@/lib/domain/release/release-finding.ts";
import { type ReleaseFields, type ReleaseRequest, releaseFieldsOf } from "@/lib/domain/release/release-request.ts";
import type { ReleaseSubject } from "@/lib/domain/release/release-subject.ts";
import { type DepositLine, DepositSection } from "./deposit-section.tsx";
import { ReleaseForm } from "./release-form.tsx";
import { ReleaseResult } from "./release-result.tsx";
import { type VersionLine, VersionTable } from "./version-table.tsx";

interface ReleaseViewProps {
  base: string;
  subject: ReleaseSubject & { slug: string; name: string; description: string };
  /** Whether this user may write versions, and whether they may read recruiters' IDs. */
  canWrite: boolean;
  canIdentify: boolean;
  /** The k of the project; null for a benchmark or a collection. */
  requiredK: number | null;
  /** The newest request; null if there was none. */
  state: {
    isDryRun: boolean;
    request: ReleaseRequest;
    state: "working" | "done" | "failed";
    doing: string;
    problem: string;
    report: ReleaseReport | null;
    isWritten: boolean;
  } | null;
  versions: readonly VersionLine[];
  /** Drafts in archives, newest first. */
  deposits: readonly DepositLine[];
  actions: {
    release: FormAction<{ id: string }>;
    withdraw: FormAction;
    setPage: FormAction;
    reserve: FormAction<{ doi: string }>;
    deposit: FormAction<{ page: string }>;
  };
}

/**
 * The releases of a study, a benchmark or a collection: all versions, the state of the newest request, and the form for
 * a new version.
 */
export function ReleaseView({
  base,
  subject,
  canWrite,
  canIdentify,
  requiredK,
  state,
  versions,
  deposits,
  actions,
}: ReleaseViewProps) {
  const { type, id, slug } = subject;
  const hidden = { subjectType: type, subject: id };
  const reserved = deposits.find(({ doi, version }) => doi !== null && version === null)?.doi;
  return (
    <>
      <Section
        title={
          <>
            Versions <WhatIsThis term="Releases" document="formats#releases" />
          </>
        }
        lead={`Each version is one zip: Psych-DS, Hugging Face dataset, Croissant, deposit metadata and checksums. ${contents[type]}`}
      >
        {versions.length === 0 ? (
          <EmptyState title="No versions yet">Describe the release below and run the checks.</EmptyState>
        ) : (
          <VersionTable
            hidden={hidden}
            versions={versions}
            canWrite={canWrite}
            canIdentify={canIdentify}
            withdraw={actions.withdraw}
            setPage={actions.setPage}
          />
        )}
      </Section>
      {state && (
        <Section title={state.isDryRun ? "Dry run" : `Version ${state.request.description.version}`} id="outcome">
          <ReleaseResult base={base} hidden={hidden} state={state} action={actions.release} />
        </Section>
      )}
      <Section
        title="New version"
        lead={`A dry run only runs the checks.${type === "study" ? " The data of an ended study are locked before the release." : ""} A version with errors needs a reason, which is recorded in the audit log.`}
      >
        <ReleaseForm
          hidden={hidden}
          fields={fillReservedDoi(state ? releaseFieldsOf(state.request) : initialFields(subject), reserved ?? null)}
          canWrite={canWrite}
          canIdentify={canIdentify}
          requiredK={requiredK}
          isWorking={state?.state === "working"}
          action={actions.release}
        />
      </Section>
      {canWrite && (
        <DepositSection
          hidden={hidden}
          deposits={deposits}
          versions={versions.filter(({ level, withdrawnAt }) => level !== "identified" && withdrawnAt === null)}
          actions={actions}
        />
      )}
      <Section
        title="Check a release"
        lead={
          type === "study"
            ? "Recomputes the published numbers from the files, without a database."
            : "Compares the checksums of all files, without a database."
        }
      >
        <CodeBlock label="Verify a release">{`parallax verify ${slug}-1.0.0`}</CodeBlock>
      </Section>
    </>
  );
}

/** What is part of a version. */
const contents: Record<ReleaseSubject["type"], string> = {
  study: "Only answers of this stage are part of it.",
  benchmark: "It has the newest version of each item with its key, and the answers of models.",
  collection:
    "It has the accepted stories, or the items of the task with the answers of all annotators, who are numbered.",
};

/** Adds the DOI that was reserved for the next version to the form fields. */
function fillReservedDoi(fields: Partial<ReleaseFields>, doi: string | null): Partial<ReleaseFields> {
  return doi === null ? fields : { ...fields, doi };
}

/** The content of the form before the first request. */
function initialFields({ name, description }: { name: string; description: string }): Partial<ReleaseFields> {
  return {
    level: "public",
    version: "1.0.0",
    title: name,
    summary: description,
    licence: "CC-BY-4.0",
    language: "en",
  };
}
