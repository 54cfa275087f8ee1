import { randomUUID } from "node:crypto";
import type { Metadata } from "next";
import { EnglishForm, FormulaForm } from "@/components/mindgames/builder/paste-forms.tsx";
import { Playground } from "@/components/mindgames/builder/playground.tsx";
import { parseStep } from "@/components/mindgames/explorer/step-address.ts";
import { Callout } from "@/components/ui/callout.tsx";
import { Link, LinkButton } from "@/components/ui/navigation/link.tsx";
import { TabLinks } from "@/components/ui/navigation/tab-links.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { exampleProblems } from "@/lib/domain/epistemic/mindgames/examples.ts";
import { toProblemQuery } from "@/lib/domain/epistemic/mindgames/read-pasted.ts";
import { capitalize } from "@/lib/domain/format/capitalize.ts";
import { requireProject } from "@/lib/server/platform/auth/current-project.ts";
import { environment } from "@/lib/server/platform/environment.ts";
import { type PlaygroundMode, readPlayground } from "./read-playground.ts";

export const metadata: Metadata = { title: "Playground" };

const path = "/research/mindgames/explore";

export default async function PlaygroundPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  await requireProject("research.read");
  const query = await searchParams;
  const request = readPlayground(query);
  const { mode, problem, reason } = request;
  const hrefOf = (other: PlaygroundMode) =>
    `${path}?${new URLSearchParams({ mode: other, ...(problem ? toProblemQuery(problem) : {}) })}`;
  const hrefs = { build: hrefOf("build"), english: hrefOf("english"), smcdel: hrefOf("smcdel") };
  return (
    <Page>
      <PageHeader
        title="Playground"
        breadcrumbs={[
          { href: "/research/benchmarks", label: "Benchmarks" },
          { href: "/research/mindgames", label: "MindGames" },
        ]}
        lead="Build or paste a problem, and explore it world by world."
      />
      <TabLinks
        label="Ways to enter a problem"
        links={[
          { href: hrefs.build, label: "Build" },
          { href: hrefs.english, label: "Paste English" },
          { href: hrefs.smcdel, label: "Paste SMCDEL text" },
        ]}
        current={hrefs[mode]}
      />
      {mode === "build" && (
        <p className="no-print mb-6 flex flex-wrap gap-x-5 gap-y-2 text-sm">
          <span className="text-ink-soft">Examples:</span>
          {exampleProblems.map(({ name, ...example }) => (
            <Link key={name} href={`${path}?${new URLSearchParams(example)}`}>
              {name}
            </Link>
          ))}
        </p>
      )}
      <div className="grid gap-10">
        {mode === "english" && (
          <EnglishForm
            path={path}
            premise={request.premise}
            hypothesis={request.hypothesis}
            names={request.names}
            error={reason === null ? undefined : `This cannot be read: ${reason}.`}
          />
        )}
        {mode === "smcdel" && (
          <FormulaForm
            path={path}
            smcdel={request.smcdel}
            names={request.names}
            setup={request.setup}
            error={reason === null ? undefined : `This problem cannot be drawn: ${reason}.`}
          />
        )}
        {request.answers.length > 0 && (
          <Callout title="The checker’s answer">
            <ul className="grid gap-1">
              {request.answers.map((answer, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: answers are identified by their index among the queries.
                <li key={place}>{answer}</li>
              ))}
            </ul>
          </Callout>
        )}
        {mode === "build" && reason !== null && (
          <Callout
            tone="bad"
            title="The problem in this address cannot be read"
            actions={<LinkButton href={path}>Start with another problem</LinkButton>}
          >
            {capitalize(reason)}.
          </Callout>
        )}
        {problem && (
          <Playground
            // Every page load resets the state, even if the address is the same.
            key={randomUUID()}
            initialProblem={problem}
            initialStep={parseStep(query.step)}
            isBuilder={mode === "build"}
            path={path}
            origin={environment().publicUrl}
          />
        )}
      </div>
    </Page>
  );
}
