import type { Metadata } from "next";
import { GenerateForm } from "@/components/mindgames/sets/generate-form.tsx";
import { ProblemImportForm } from "@/components/mindgames/sets/problem-import.tsx";
import { ProblemSetList } from "@/components/mindgames/sets/problem-set-list.tsx";
import { GeneratingSets } from "@/components/mindgames/sets/sets-under-way.tsx";
import { CodeBlock } from "@/components/ui/code.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { Link, LinkButton } from "@/components/ui/navigation/link.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader, Section } from "@/components/ui/page-header.tsx";
import { exampleProblems } from "@/lib/domain/epistemic/mindgames/examples.ts";
import { listPendingSets } from "@/lib/server/mindgames/generate-set.ts";
import { listProblemSets } from "@/lib/server/mindgames/list-problem-sets.ts";
import { can } from "@/lib/server/platform/access/access.ts";
import { requireProject } from "@/lib/server/platform/auth/current-project.ts";
import { generateProblemsAction } from "./actions.ts";

export const metadata: Metadata = { title: "MindGames" };

const playground = "/research/mindgames/explore";

/** The start page of MindGames: the sets, the playground, and the import of problems. */
export default async function MindgamesPage() {
  const { actor, project } = await requireProject("research.read");
  const [allSets, jobsInProgress] = await Promise.all([
    listProblemSets(actor, project.id),
    listPendingSets(actor, project.id),
  ]);
  const sets = allSets.filter(({ isArchived }) => !isArchived);
  return (
    <Page>
      <PageHeader
        title="MindGames"
        breadcrumbs={[{ href: "/research/benchmarks", label: "Benchmarks" }]}
        lead="Problems about who can know what after public announcements: the worlds of each problem, the accuracy of baseline classifiers, and the answers of people and models."
        actions={
          <LinkButton look="primary" href={playground}>
            Open the playground
          </LinkButton>
        }
      />
      <Section title="Sets of problems">
        {sets.length === 0 ? (
          <EmptyState level={3} title="No problems yet">
            Generate a set below, or import a file with the fields of the released data. It will appear here.
          </EmptyState>
        ) : (
          <ProblemSetList sets={sets} />
        )}
        {jobsInProgress.length > 0 && (
          <div className="mt-5">
            <GeneratingSets sets={jobsInProgress} />
          </div>
        )}
      </Section>
      <Section title="Example problems" lead="Each opens in the playground, where you can change everything.">
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(22rem,100%),1fr))] gap-4">
          {exampleProblems.map(({ name, ...example }) => (
            <li
              key={name}
              className="relative grid content-start gap-2 rounded-lg border border-rule bg-surface p-5 shadow-sm focus-within:border-ink hover:border-edge"
            >
              <h3 className="font-serif text-lg leading-snug">
                <Link
                  href={`${playground}?${new URLSearchParams(example)}`}
                  className="after:absolute after:inset-0 after:rounded-lg"
                >
                  {name}
                </Link>
              </h3>
              <p className="text-ink-soft">{example.hypothesis}</p>
            </li>
          ))}
        </ul>
      </Section>
      {can(actor, "research.write", project.id) && (
        <Section
          title="Generate problems"
          lead="New problems with labels that are computed: no text is repeated, each hypothesis is used once per premise, and labels are balanced within each setup. In pairs, one hypothesis has opposite labels for two premises, so the hypothesis alone does not predict the label. Settings and seed are stored with the set."
        >
          <GenerateForm action={generateProblemsAction} />
        </Section>
      )}
      {can(actor, "research.write", project.id) && (
        <Section
          title="Import problems"
          lead="JSON lines with the fields of the released data. The label, formula and text of each row are compared during the import. Importing the same file twice changes nothing."
        >
          <ProblemImportForm projectId={project.id} knownSets={sets.map(({ name }) => name)} />
          <details className="mt-6">
            <summary className="w-fit rounded-sm text-sm text-ink-soft underline decoration-edge underline-offset-4 hover:text-ink">
              Example line and sources of problems
            </summary>
            <div className="mt-3 grid grid-cols-1 gap-3">
              <CodeBlock label="One line of a file of problems">{rowExample}</CodeBlock>
              <p className="max-w-measure text-ink-soft">
                Other columns of the released data are kept. The command line generates problems in this format with
                every setting of the generator, and selects subsets on which the hypothesis alone does not predict the
                label:
              </p>
              <CodeBlock label="Commands to generate problems">
                {`bin/parallax mindgames generate --preset paper --out problems.jsonl\nbin/parallax mindgames balance problems.jsonl --seed 1 --out balanced.jsonl`}
              </CodeBlock>
            </div>
          </details>
        </Section>
      )}
    </Page>
  );
}

const rowExample = `{"premise": "There are two persons. Everyone is visible to others. It is publicly announced that someone's forehead is muddy.", "hypothesis": "Ann can now know whether Bob's forehead is muddy.", "smcdel_problem": "VARS 1,2 LAW Top OBS Agenta:2 Agentb:1 VALID? [ ! (1|2) ] (Agenta knows whether 2)", "setup": "forehead", "label": "entailment", "names": ["Ann", "Bob"]}`;
