import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { StudyForm } from "@/components/studies/form/study-form.tsx";
import { PresetChoice } from "@/components/studies/preset-choice.tsx";
import { Breadcrumbs } from "@/components/ui/navigation/breadcrumbs.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { beliefsExpressions, beliefsSize } from "@/lib/domain/survey/presets/beliefs-expressions.ts";
import { mindgamesHumanEvaluation, mindgamesSize } from "@/lib/domain/survey/presets/mindgames-human-evaluation.ts";
import { describePresetSize } from "@/lib/domain/survey/presets/preset-size.ts";
import { getPreset, studyPresets } from "@/lib/domain/survey/presets/registry.ts";
import type { StudyBenchmark } from "@/lib/domain/survey/studies/study-benchmark.ts";
import { getBenchmark } from "@/lib/server/items/benchmarks.ts";
import { requireProject } from "@/lib/server/platform/auth/current-project.ts";
import { environment } from "@/lib/server/platform/environment.ts";
import { startDraft } from "@/lib/server/studies/draft/start-draft.ts";
import { listStudyBenchmarks } from "@/lib/server/studies/list-study-benchmarks.ts";
import { createStudyAction } from "../actions.ts";

export const metadata: Metadata = { title: "New study" };

/** The size of a study that a preset creates with the items of a benchmark; null without a benchmark. */
function describeSize(benchmark: StudyBenchmark | undefined, preset: string): string | null {
  const draft = benchmark ? startDraft(preset, [benchmark], benchmark.id) : null;
  const kind = benchmark?.kinds.find(({ name }) => name === draft?.itemKind);
  return draft && kind ? describePresetSize(draft, kind.items, kind.words) : null;
}

const studiesBreadcrumb = { href: "/research/studies", label: "Studies" };

export default async function NewStudyPage({
  searchParams,
}: {
  searchParams: Promise<Record<"from" | "benchmark", string | string[] | undefined>>;
}) {
  const { actor, project } = await requireProject("research.write");
  const { from, benchmark } = await searchParams;
  if (from === undefined) {
    const items = typeof benchmark === "string" ? await getBenchmark(actor, benchmark) : null;
    const benchmarks = items ? await listStudyBenchmarks(actor, project.id, items.id) : [];
    const selectedBenchmark = benchmarks.find(({ id }) => id === items?.id);
    return (
      <Page>
        <PageHeader
          title="New study"
          breadcrumbs={[studiesBreadcrumb]}
          lead={
            items
              ? `Choose a template for the items of ${items.name}. You can change everything later.`
              : "Choose a template. You can change everything later."
          }
        />
        <PresetChoice
          presets={[
            ...studyPresets
              .filter(({ isForEveryKind, itemKind }) => !items || isForEveryKind || items.kinds.includes(itemKind))
              .map(({ id, name, summary, draft }) => ({
                id,
                name,
                summary,
                size: describeSize(selectedBenchmark, id) ?? describePresetSize(draft()),
                ...(items ? { href: `/research/studies/new?from=${id}&benchmark=${items.id}` } : {}),
              })),
            // These presets draw their items from facts or from a set of problems, so their studies are created on
            // other pages.
            ...(items
              ? []
              : [
                  { ...beliefsExpressions, size: beliefsSize(), href: "/research/beliefs" },
                  { ...mindgamesHumanEvaluation, size: mindgamesSize(), href: "/research/mindgames" },
                ]),
          ]}
        />
      </Page>
    );
  }
  const preset = typeof from === "string" ? getPreset(from) : null;
  const benchmarks = await listStudyBenchmarks(actor, project.id);
  const initial = preset && startDraft(preset.id, benchmarks, typeof benchmark === "string" ? benchmark : null);
  if (!preset || !initial) notFound();
  return (
    <Page>
      <PageHeader
        title="New study"
        trail={
          <Breadcrumbs
            above={[studiesBreadcrumb, { href: "/research/studies/new", label: "New study" }]}
            here={preset.name}
          />
        }
        lead={`${preset.name}. It is saved as a draft. No one can take part before you open it.`}
      />
      <StudyForm
        name={`new-${preset.id}`}
        initial={initial}
        benchmarks={benchmarks}
        revision=""
        isFrozen={false}
        publicUrl={environment().publicUrl}
        action={createStudyAction}
        previewAction="/research/studies/new/preview"
        saveLabel="Save as draft"
        cancelHref="/research/studies"
      />
    </Page>
  );
}
