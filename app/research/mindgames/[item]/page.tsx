import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ExplorerWithAddress } from "@/components/mindgames/explorer/explorer-here.tsx";
import { parseStep } from "@/components/mindgames/explorer/step-address.ts";
import { LabelBadge } from "@/components/mindgames/label-badge.tsx";
import { ProblemText } from "@/components/mindgames/problem-text.tsx";
import { Callout } from "@/components/ui/callout.tsx";
import { CodeBlock } from "@/components/ui/code.tsx";
import { DescriptionList } from "@/components/ui/description-list.tsx";
import { Link, LinkButton } from "@/components/ui/navigation/link.tsx";
import { TabLinks } from "@/components/ui/navigation/tab-links.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader, Section } from "@/components/ui/page-header.tsx";
import { toProblemQuery } from "@/lib/domain/epistemic/mindgames/read-pasted.ts";
import { setupLabels } from "@/lib/domain/epistemic/mindgames/setup-labels.ts";
import { formatQuantity } from "@/lib/domain/format/estimates.ts";
import { formatCount } from "@/lib/domain/format/figures.ts";
import { getProblem, type ProblemView } from "@/lib/server/mindgames/get-problem.ts";
import { requireUser } from "@/lib/server/platform/auth/require-user.ts";

export const metadata: Metadata = { title: "Problem" };

type ReadingSource = "text" | "formula";

export default async function ProblemPage({
  params,
  searchParams,
}: {
  params: Promise<{ item: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const actor = await requireUser();
  const { item } = await params;
  const query = await searchParams;
  const view = await getProblem(actor, item);
  if (!view) notFound();
  const { row, check, benchmark } = view;
  const here = `/research/mindgames/${item}`;
  const textAndFormulaDiffer = view.byText !== null && view.byFormula !== null && check.text_matches_formula === false;
  const reading: ReadingSource = (query.reading === "formula" && view.byFormula) || !view.byText ? "formula" : "text";
  const problem = reading === "formula" ? view.byFormula : view.byText;
  const currentHref = reading === "formula" && view.byText ? `${here}?reading=formula` : here;
  return (
    <Page>
      <PageHeader
        title={view.externalId}
        breadcrumbs={[
          { href: "/research/benchmarks", label: "Benchmarks" },
          { href: "/research/mindgames", label: "MindGames" },
          { href: `/research/mindgames/sets/${benchmark.id}`, label: benchmark.name },
        ]}
        badge={<LabelBadge label={row.label} />}
        lead={`${setupLabels[row.setup].name}. ${setupLabels[row.setup].about}`}
        actions={<NeighbourLinks view={view} />}
      />
      <ProblemText premise={row.premise} hypothesis={row.hypothesis} />
      {check.problems.length > 0 && (
        <Callout tone="warn" title="This row is inconsistent" className="mt-6">
          <ul className="grid list-disc gap-1 pl-5">
            {check.problems.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Callout>
      )}
      <div className="mt-10">
        {textAndFormulaDiffer && (
          <TabLinks
            label="Source of the diagram"
            links={[
              { href: here, label: "From the text" },
              { href: `${here}?reading=formula`, label: "From the formula" },
            ]}
            current={currentHref}
          />
        )}
        {problem ? (
          <ExplorerWithAddress
            key={reading}
            problem={problem}
            initialStep={parseStep(query.step)}
            address={currentHref}
          />
        ) : (
          <Callout>Neither text nor formula can be read, so there is nothing to draw.</Callout>
        )}
      </div>
      <Section title="The row">
        <ProblemFacts view={view} />
        <div className="mt-5">
          <CodeBlock label="The formula in SMCDEL's notation">{row.smcdel_problem}</CodeBlock>
        </div>
        {problem && (
          <p className="no-print mt-4">
            <Link
              href={`/research/mindgames/explore?${new URLSearchParams({ mode: "build", ...toProblemQuery(problem) })}`}
            >
              Change this problem in the playground
            </Link>
          </p>
        )}
      </Section>
    </Page>
  );
}

function NeighbourLinks({ view: { previous, next } }: { view: ProblemView }) {
  return (
    <>
      {previous && (
        <LinkButton rel="prev" href={`/research/mindgames/${previous}`}>
          Previous problem
        </LinkButton>
      )}
      {next && (
        <LinkButton rel="next" href={`/research/mindgames/${next}`}>
          Next problem
        </LinkButton>
      )}
    </>
  );
}

function ProblemFacts({ view: { row, check } }: { view: ProblemView }) {
  const formatOptional = (value: number | null | undefined, digits = 3) =>
    typeof value !== "number"
      ? "not known"
      : Number.isInteger(value)
        ? formatCount(value)
        : formatQuantity(value, digits);
  return (
    <DescriptionList
      entries={[
        { term: "Label by the formula", value: <LabelBadge label={check.label_by_formula} /> },
        { term: "Label by the text", value: <LabelBadge label={check.label_by_text} /> },
        { term: "Persons", value: row.names.join(", ") },
        { term: "Announcements after the first", value: formatOptional(row.n_announcements) },
        { term: "Depth of the hypothesis", value: formatOptional(row.hypothesis_depth) },
        { term: "Difficulty", value: `${formatOptional(row.difficulty)} (0 easy, 2 hard for the authors' classifier)` },
        {
          term: "The classifier's answer",
          value:
            row.deberta_pred === null || row.deberta_pred === undefined
              ? "not asked"
              : `${row.deberta_pred === 1 ? "entailed" : "not entailed"}, confidence ${formatOptional(row.deberta_confidence)}`,
        },
      ]}
    />
  );
}
