import type { Metadata } from "next";
import { ChecksSection } from "@/components/studies/responses/checks-section.tsx";
import { CodeLookUp } from "@/components/studies/responses/code-look-up.tsx";
import { ResponseFilters, responseFilterLabels } from "@/components/studies/responses/response-filters.tsx";
import { formatSearchedCount, ResponsePager } from "@/components/studies/responses/response-pager.tsx";
import { ResponseTable } from "@/components/studies/responses/response-table.tsx";
import { Callout } from "@/components/ui/callout.tsx";
import { ConditionNotes } from "@/components/ui/condition-notes.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import { ResultNote } from "@/components/ui/result-note.tsx";
import { itemKinds } from "@/lib/domain/items/kinds/registry.ts";
import { newestFirst, type ResponseOrder } from "@/lib/domain/survey/responses/response-order.ts";
import { explainConditions } from "@/lib/domain/survey/studies/explain-conditions.ts";
import { itemTimeLimit } from "@/lib/domain/survey/time-limit.ts";
import { can } from "@/lib/server/platform/access/access.ts";
import { loadFlags } from "@/lib/server/studies/cleaning/load-cleaning.ts";
import { recordInterimView } from "@/lib/server/studies/interim-views.ts";
import { listStudyConditions } from "@/lib/server/studies/list-study-conditions.ts";
import { readDataStatus } from "@/lib/server/studies/lock/read-data-status.ts";
import { findPerson } from "@/lib/server/studies/responses/find-person.ts";
import { listResponses } from "@/lib/server/studies/responses/list-responses.ts";
import { loadStudyChecks } from "@/lib/server/studies/responses/missed-checks.ts";
import {
  formatCursor,
  parseCursor,
  type ResponseFilter,
  responseFilterSchema,
  responseOrderSchema,
} from "@/lib/server/studies/responses/response-filter.ts";
import { readStudyItems } from "@/lib/server/studies/study-items.ts";
import { recomputeAction } from "../../../recompute-action.ts";
import { excludeAction, lookUpCodeAction, restoreAction } from "../../actions.ts";
import { requireStudy, type StudyParams } from "../require-study.ts";

export const metadata: Metadata = { title: "Responses" };

type Query = Record<string, string | string[] | undefined>;

export default async function ResponsesPage({
  params,
  searchParams,
}: {
  params: StudyParams;
  searchParams: Promise<Query>;
}) {
  const { actor, study, base } = await requireStudy(params);
  const query = await searchParams;
  const { filter, invalid } = await readFilter(study.id, query);
  const order = responseOrderSchema.catch(newestFirst).parse(query);
  const before = parseCursor(singleValue(query.before), order);
  const isGoingBack = before !== null;
  // The flags must be loaded before the list, which contains them.
  const flags = filter.flag ? await loadFlags(study.id) : null;
  const [page, items, conditions, checks, status] = await Promise.all([
    listResponses(actor, study.id, filter, order, { after: parseCursor(singleValue(query.after), order), before }),
    readStudyItems(study.id),
    listStudyConditions(study),
    loadStudyChecks(actor, study.id),
    readDataStatus(study.id, null),
  ]);
  if (!page) return null;
  await recordInterimView(actor, study);
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const buildHref = (extra: Record<string, string>, sorted = order) =>
    formatListHref(`${base}/responses`, filter, sorted, extra);
  const previousHref = page.previous && buildHref({ before: formatCursor(page.previous) });
  const nextHref = page.next && buildHref({ after: formatCursor(page.next) });
  const furtherHref = page.stoppedAfter !== null && (isGoingBack ? previousHref : nextHref);
  const pager = (
    <ResponsePager
      shown={page.lines.length}
      matching={page.matching}
      isMore={page.isMore}
      countedAmong={page.countedAmong}
      stoppedAfter={page.stoppedAfter}
      isGoingBack={isGoingBack}
      firstHref={query.after || query.before ? buildHref({}) : null}
      previousHref={previousHref}
      nextHref={nextHref}
    />
  );
  return (
    <>
      {invalid && <InvalidFilter {...invalid} />}
      <ResponseFilters
        action={`${base}/responses`}
        filter={filter}
        order={order}
        conditions={conditions}
        items={items.map(({ id, externalId, attributes }) => ({
          id,
          label: externalId,
          story: attributes.story ?? "",
        }))}
        canJudge={study.itemKind !== null && itemKinds[study.itemKind] !== undefined}
        hasTimeLimit={itemTimeLimit(study.protocol) !== null}
        isFiltered={isFiltered}
        isOpen={isFiltered || invalid !== null}
      />
      {can(actor, "identities.read", study.projectId) && <CodeLookUp study={study.id} lookUp={lookUpCodeAction} />}
      {flags && <ResultNote state={flags} what="the flags" recompute={recomputeAction} />}
      {checks && <ResultNote state={checks} what="the results of the checks" recompute={recomputeAction} />}
      {checks?.stored && <ChecksSection found={checks.stored.document} status={status} studyId={study.id} />}
      {page.lines.length > 0 && <ConditionNotes notes={explainConditions(conditions.map(({ label }) => label))} />}
      {page.lines.length === 0 ? (
        <EmptyState
          title={isFiltered ? "No responses match the filters" : "No response yet"}
          actions={
            isFiltered && (
              <>
                {furtherHref && <LinkButton href={furtherHref}>Continue the search</LinkButton>}
                <LinkButton href={`${base}/responses`}>Show all</LinkButton>
              </>
            )
          }
        >
          {page.stoppedAfter !== null
            ? `${formatSearchedCount(page.stoppedAfter)}.`
            : isFiltered
              ? "Remove a filter to see more responses."
              : "Answers appear here when they are saved, with their reasons and times."}
        </EmptyState>
      ) : (
        <>
          {pager}
          <ResponseTable
            base={base}
            lines={page.lines}
            order={order}
            hrefSorted={(sorted) => buildHref({}, sorted)}
            actions={study.canWrite ? { exclude: excludeAction, restore: restoreAction } : null}
          />
        </>
      )}
    </>
  );
}

/** The filter of a query; without effect if a value is invalid. */
async function readFilter(
  studyId: string,
  query: Query,
): Promise<{ filter: ResponseFilter; invalid: Parameters<typeof InvalidFilter>[0] | null }> {
  const personText = singleValue(query.person)?.trim() ?? "";
  const person = personText === "" ? null : await findPerson(studyId, personText);
  const parsed = responseFilterSchema.safeParse({ ...query, person: person?.id ?? personText });
  if (parsed.success) return { filter: parsed.data, invalid: null };
  const names = parsed.error.issues.map(({ path }) => responseFilterLabels[path[0] as keyof ResponseFilter]);
  return { filter: {}, invalid: { names, personProblem: person?.problem ?? null } };
}

function InvalidFilter({ names, personProblem }: { names: readonly string[]; personProblem: string | null }) {
  return (
    <Callout tone="warn" className="mb-6">
      No filter is applied, because these values are invalid: {[...new Set(names)].join(", ")}. {personProblem}
    </Callout>
  );
}

function formatListHref(
  path: string,
  filter: ResponseFilter,
  { sort, order }: ResponseOrder,
  extra: Record<string, string>,
): string {
  const activeFilters = Object.entries(filter).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const search = new URLSearchParams({
    ...Object.fromEntries(activeFilters),
    ...(sort !== newestFirst.sort && { sort }),
    ...(order !== newestFirst.order && { order }),
    ...extra,
  }).toString();
  return search ? `${path}?${search}` : path;
}

function singleValue(value: string | string[] | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}
