import type { Metadata } from "next";
import { ArchiveImportForm } from "@/components/imports/archive-import-form.tsx";
import { Callout } from "@/components/ui/callout.tsx";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader, Section } from "@/components/ui/page-header.tsx";
import { PollingNote } from "@/components/ui/polling-note.tsx";
import { formatCount, formatMebibytes, formatNumberOf } from "@/lib/domain/format/figures.ts";
import { formatMoment } from "@/lib/domain/format/times.ts";
import type { ArchiveJobState } from "@/lib/server/archive/archive-job.ts";
import { type ArchiveExport, archiveHours, getArchiveExport } from "@/lib/server/archive/request-archive.ts";
import { getArchiveImport, importedArchiveSchema } from "@/lib/server/archive/request-import.ts";
import { requireProject } from "@/lib/server/platform/auth/current-project.ts";
import { AdminTabs } from "../admin-tabs.tsx";
import { exportArchiveAction } from "./actions.ts";

export const metadata: Metadata = { title: "Project archives" };

/** Exports the current project as a file, and imports the archive of a project from another installation. */
export default async function ArchivePage() {
  const { actor, project } = await requireProject("users.manage");
  const [exported, imported] = await Promise.all([
    getArchiveExport(actor, project.id),
    actor.isOwner ? getArchiveImport(actor) : null,
  ]);
  return (
    <Page>
      <PageHeader title="Administration" lead="Whole projects as files, for another installation or for storage." />
      <AdminTabs current="/research/admin/archive" isOwner={actor.isOwner} />
      <Section
        title={`Export ${project.name}`}
        lead="The archive contains benchmarks, collections, studies, coded answers with their free texts, and model answers, but no recruiters’ IDs, secrets or names of users. It is not for publication; a release is."
      >
        <div className="grid max-w-measure grid-cols-1 gap-5">
          {exported && <ExportState projectId={project.id} exported={exported} />}
          <ActionForm
            action={exportArchiveAction}
            hidden={{ project: project.id }}
            label="Export project archive"
            className="grid grid-cols-1 gap-5"
          >
            <Field
              name="sharedKey"
              label="Key shared by the sites"
              hint="Only to match people who took part at several sites: at least 32 characters. It is not stored."
              isOptional
            >
              <TextInput type="password" autoComplete="off" maxLength={1_000} />
            </Field>
            <div>
              <SubmitButton disabled={exported?.state === "working"}>Export project archive</SubmitButton>
            </div>
          </ActionForm>
        </div>
      </Section>
      <Section
        title="Import a project archive"
        lead="Creates the project of the archive with the same IDs and hashes, or changes nothing. Open studies are paused. People who were erased here are erased again."
      >
        {actor.isOwner ? (
          <div className="grid max-w-measure grid-cols-1 gap-5">
            {imported && <ImportState imported={imported} />}
            <ArchiveImportForm />
          </div>
        ) : (
          <p className="text-ink-soft">Only an owner of the installation can import a project.</p>
        )}
      </Section>
    </Page>
  );
}

function ExportState({ projectId, exported }: { projectId: string; exported: ArchiveExport }) {
  const { state, doing, problem, file } = exported;
  if (state === "working") return <PollingNote>{doing || "Waiting for a free worker"} …</PollingNote>;
  if (state === "failed") return <Callout tone="bad">The export failed: {problem}</Callout>;
  if (file === null) return <p role="status">The last archive was deleted. Export it again to download it.</p>;
  return (
    <p role="status">
      <a href={`/api/v1/projects/${projectId}/archive`} className="underline">
        Download {file.name}
      </a>{" "}
      ({formatMebibytes(file.bytes)} MB, written on {formatMoment(file.at)}). It is deleted after {archiveHours} hours,
      or when a participant is erased.
    </p>
  );
}

function ImportState({ imported: { state, doing, problem, result } }: { imported: ArchiveJobState }) {
  if (state === "working") return <PollingNote>{doing || "Waiting for a free worker"} …</PollingNote>;
  if (state === "failed") return <Callout tone="bad">Nothing was imported: {problem}</Callout>;
  const { name, rows, erased } = importedArchiveSchema.parse(result);
  return (
    <p role="status">
      Imported the project “{name}”: {formatCount(rows)} rows; all hashes match.
      {erased > 0 && ` ${formatNumberOf(erased, "session")} of people who were erased here earlier erased again.`}{" "}
      Choose the project in the menu to open it.
    </p>
  );
}
