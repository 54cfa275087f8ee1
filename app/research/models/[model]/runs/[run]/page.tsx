import type { Metadata } from "next";
import Form from "next/form";
import { notFound } from "next/navigation";
import * as z from "zod";
import { AnswerForm } from "@/components/models/answer-form.tsx";
import { RunAnswerTable } from "@/components/models/answer-table.tsx";
import { PageLinks } from "@/components/results/page-links.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { Button } from "@/components/ui/forms/button.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { Link, LinkButton } from "@/components/ui/navigation/link.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader, Section } from "@/components/ui/page-header.tsx";
import { formatCount } from "@/lib/domain/format/figures.ts";
import type { AnsweredRun, AnswerQuery } from "@/lib/domain/models/registry-view.ts";
import {
  type AnswerCursor,
  type AnswerFilter,
  type AnswerSort,
  answerFilters,
  answerSorts,
  answersPerPage,
  formatAnswerCursor,
  maxSortedAnswers,
} from "@/lib/domain/models/registry-view.ts";
import { listAnswers } from "@/lib/server/models/registry/list-answers.ts";
import { requireUser } from "@/lib/server/platform/auth/require-user.ts";
import { correctAnswerAction, enterAnswerAction } from "../../../actions.ts";
import { readAnswerQuery } from "../../../read-query.ts";

export const metadata: Metadata = { title: "Answers of a run" };

const sortLabels: Readonly<Record<AnswerSort, string>> = {
  item: "By item",
  answer: "By answer",
  rule: "By rule",
  parity: "By parity",
};
const filterLabels: Readonly<Record<AnswerFilter, string>> = {
  all: "every answer",
  unparsed: "unparsed ones",
  "by-hand": "corrected manually",
};

/** A model's answers in one run. */
export default async function RunPage({
  params,
  searchParams,
}: {
  params: Promise<{ model: string; run: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const actor = await requireUser();
  const { model: modelId, run: runParam } = await params;
  const query = readAnswerQuery(await searchParams);
  const id = z.uuid().safeParse(runParam).data;
  const run = id === undefined ? null : await listAnswers(actor, id, query);
  if (!run || run.model.id !== modelId) notFound();
  const here = `/research/models/${run.model.id}/runs/${run.id}`;
  const hrefOf = (changes: { sort?: AnswerSort; page?: number; from?: AnswerCursor }) =>
    `${here}?${new URLSearchParams({
      ...(query.search ? { search: query.search } : {}),
      show: query.show,
      sort: changes.sort ?? query.sort,
      ...(changes.from ? { from: formatAnswerCursor(changes.from) } : { page: String(changes.page ?? 1) }),
    })}`;
  const first = (query.page - 1) * answersPerPage + 1;
  return (
    <Page>
      <PageHeader
        title={`Answers of ${run.source}`}
        breadcrumbs={[
          { href: "/research/models", label: "Models" },
          { href: `/research/models/${run.model.id}`, label: run.model.name },
        ]}
        lead={
          <>
            Answers of {run.model.name} to the items of{" "}
            <Link href={`/research/benchmarks/${run.benchmark.id}`}>{run.benchmark.name}</Link>, and how they were
            parsed.
          </>
        }
      />
      <Form action={here} className="no-print mb-4 flex max-w-[44rem] flex-wrap items-end gap-3">
        <input type="hidden" name="sort" value={query.sort} />
        <div className="min-w-56 flex-1">
          <Field
            name="search"
            label="Find"
            hint={run.isLong ? "Searches item names." : "Searches item names, conditions and texts."}
            isOptional
          >
            <TextInput type="search" defaultValue={query.search} maxLength={200} />
          </Field>
        </div>
        <Field name="show" label="Show">
          <Select
            defaultValue={query.show}
            options={answerFilters.map((value) => ({ value, label: filterLabels[value] }))}
          />
        </Field>
        <Button type="submit">Show</Button>
      </Form>
      {run.isLong ? (
        <p className="mb-4 text-sm text-ink-soft">
          More than {formatCount(maxSortedAnswers)} answers: they are listed by item, in the order of the benchmark.
        </p>
      ) : (
        <nav aria-label="Order of the answers" className="no-print mb-4 flex flex-wrap gap-x-5 gap-y-1 text-sm">
          {answerSorts.map((sort) => (
            <Link key={sort} href={hrefOf({ sort })} aria-current={sort === query.sort ? "true" : undefined}>
              {sortLabels[sort]}
            </Link>
          ))}
        </nav>
      )}
      <AnswerList {...{ run, here, query, hrefOf, first }} />
      {run.canWrite && (
        <Section title="Enter an answer" lead="The answer is parsed and scored like imported answers.">
          <AnswerForm action={enterAnswerAction} run={run.id} />
        </Section>
      )}
    </Page>
  );
}

/** The answers of the run, page by page. */
function AnswerList({
  run,
  here,
  query,
  hrefOf,
  first,
}: {
  run: AnsweredRun;
  here: string;
  query: AnswerQuery;
  hrefOf: (changes: { sort?: AnswerSort; page?: number; from?: AnswerCursor }) => string;
  first: number;
}) {
  return run.answers.length === 0 ? (
    <EmptyState title="No matching answers" actions={<LinkButton href={here}>Show all</LinkButton>}>
      Import predictions under this run’s name, or enter an answer below.
    </EmptyState>
  ) : (
    <div className="grid grid-cols-1 gap-3">
      <RunAnswerTable answers={run.answers} correct={run.canWrite ? correctAnswerAction : null} />
      {run.isLong ? (
        <nav
          aria-label="Pages of answers"
          className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-ink-soft"
        >
          {run.total !== null && (
            <p className="tabular-nums">
              {formatCount(run.total)}
              {query.show !== "all" && run.total >= maxSortedAnswers && " or more"} answers
            </p>
          )}
          {query.from && <Link href={hrefOf({})}>From the beginning</Link>}
          {run.next && <Link href={hrefOf({ from: run.next })}>Next answers</Link>}
        </nav>
      ) : (
        <PageLinks
          label="Pages of answers"
          page={query.page}
          pages={Math.ceil((run.total ?? 0) / answersPerPage)}
          shown={[first, first + run.answers.length - 1]}
          total={run.total ?? 0}
          unit="answers"
          hrefOf={(page) => hrefOf({ page })}
        />
      )}
    </div>
  );
}
