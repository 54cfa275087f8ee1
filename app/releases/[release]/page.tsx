import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { SharedResultsView } from "@/components/results/sharing/shared-results.tsx";
import { TableResultsView } from "@/components/results/sharing/table-results.tsx";
import { ConsortFigures } from "@/components/studies/live/flow-view.tsx";
import { Badge } from "@/components/ui/badge.tsx";
import { Callout } from "@/components/ui/callout.tsx";
import { DescriptionList } from "@/components/ui/description-list.tsx";
import { CopyButton } from "@/components/ui/forms/copy-button.tsx";
import { MessagePage } from "@/components/ui/message-page.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader, Section } from "@/components/ui/page-header.tsx";
import { formatMebibytes } from "@/lib/domain/format/figures.ts";
import { formatLongDay } from "@/lib/domain/format/times.ts";
import { citationText } from "@/lib/domain/release/psych-ds.ts";
import { releaseLicences } from "@/lib/domain/release/release-description.ts";
import { AppError } from "@/lib/server/platform/errors/app-error.ts";
import { catchTooMany } from "@/lib/server/platform/http/or-too-many.ts";
import { openReleasePage, type ReleasePage } from "@/lib/server/sharing/release-page.ts";
import { PublicPage } from "../../shared/public-page.tsx";

export const metadata: Metadata = { title: "Released data", robots: { index: false, follow: false } };

/**
 * The public page of one version of a release: verdict, figures and methods as stored with the version, downloads and
 * citation.
 */
export default async function PublicReleasePage({ params }: { params: Promise<{ release: string }> }) {
  const release = await catchTooMany(openReleasePage((await params).release, await headers()));
  if (release instanceof AppError) return <MessagePage title="Too many requests">{release.message}</MessagePage>;
  if (!release) notFound();
  if (release.withdrawnAt) return <WithdrawnRelease release={release} withdrawnAt={release.withdrawnAt} />;
  const { description, isAnonymous } = release.request;
  const authors = description.authors.map(({ given, family }) => `${given} ${family}`).join(", ");
  return (
    <PublicPage parts={[...parts[release.results?.of ?? "none"], "downloads", "citation"]}>
      <Page>
        <PageHeader
          title={description.title}
          badge={<Badge>Version {release.version}</Badge>}
          lead={
            <>
              <p>{isAnonymous ? "The authors are not shown during the review." : authors}</p>
              <p className="mt-2 text-base whitespace-pre-line">{description.summary}</p>
            </>
          }
        />
        <StoredResults release={release} />
        <DownloadsSection release={release} />
        <Section id="citation" title="Citation">
          {isAnonymous ? (
            <p>The dataset is under blind review and cannot be cited by its authors yet.</p>
          ) : (
            <div className="grid max-w-measure grid-cols-1 gap-3">
              <p className="wrap-anywhere">{citationText(description)}</p>
              <div className="no-print">
                <CopyButton text={citationText(description)} label="Copy the citation" />
              </div>
            </div>
          )}
        </Section>
      </Page>
    </PublicPage>
  );
}

const parts = { study: ["verdict", "figures", "methods"], tables: ["figures", "methods"], none: [] } as const;

/** The results of the version, which later changes of the data do not change. */
function StoredResults({ release: { id, results, version } }: { release: ReleasePage }) {
  if (!results)
    return (
      <Callout tone="info" title={`The results of version ${version} are in its archive`}>
        This version was written before Parallax stored results with versions.
      </Callout>
    );
  if (results.of === "tables") return <TableResultsView results={results} />;
  const { summary, flow, methods } = results;
  return (
    <SharedResultsView
      summary={summary}
      flow={flow && <ConsortFigures flow={flow} status={summary.status} />}
      methods={methods}
      isBlinded={false}
      interimNote="Each view of this page is recorded as an interim view."
      fileHref={(file) => `/api/v1/public-releases/${id}/files/${file}`}
    />
  );
}

function DownloadsSection({ release }: { release: ReleasePage }) {
  const { id, bytes, sha256, createdAt, request, others } = release;
  const licence = releaseLicences[request.description.licence];
  return (
    <Section
      id="downloads"
      title="Downloads"
      lead={`One zip: data as CSV and Parquet, ${release.type === "study" ? "codebook, protocol, analysis, " : ""}metadata and checksums.`}
    >
      <DescriptionList
        entries={[
          {
            term: "Archive",
            value: (
              <Link href={`/api/v1/public-releases/${id}/archive`} download>
                Download ({formatMebibytes(bytes)} MB)
              </Link>
            ),
          },
          { term: "SHA-256", value: <code className="text-sm break-all">{sha256}</code> },
          { term: "Published", value: formatLongDay(createdAt) },
          { term: "Licence", value: <Link href={licence.url}>{licence.name}</Link> },
          ...(request.description.doi && !request.isAnonymous
            ? [
                {
                  term: "DOI",
                  value: <Link href={`https://doi.org/${request.description.doi}`}>{request.description.doi}</Link>,
                },
              ]
            : []),
          ...(others.length > 0 ? [{ term: "Other versions", value: <OtherVersions others={others} /> }] : []),
        ]}
      />
    </Section>
  );
}

function OtherVersions({ others }: { others: ReleasePage["others"] }) {
  return (
    <ul className="flex flex-wrap gap-x-4">
      {others.map(({ id, version }) => (
        <li key={id}>
          <Link href={`/releases/${id}`}>{version}</Link>
        </li>
      ))}
    </ul>
  );
}

/** The page of a withdrawn version: when and why it was withdrawn. */
function WithdrawnRelease({ release, withdrawnAt }: { release: ReleasePage; withdrawnAt: Date }) {
  const { version, withdrawnReason, request, others } = release;
  return (
    <PublicPage parts={[]}>
      <Page>
        <PageHeader title={request.description.title} badge={<Badge tone="bad">Withdrawn</Badge>} />
        <Callout tone="bad" title={`Version ${version} was withdrawn on ${formatLongDay(withdrawnAt)}`}>
          {withdrawnReason}
        </Callout>
        {others.length > 0 && (
          <Section title="Other versions">
            <OtherVersions others={others} />
          </Section>
        )}
      </Page>
    </PublicPage>
  );
}
