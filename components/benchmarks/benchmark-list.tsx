import { Badge } from "@/components/ui/badge.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { formatCount, formatNumberOf } from "@/lib/domain/format/figures.ts";
import type { BenchmarkLine } from "@/lib/domain/items/benchmark-facts.ts";
import { itemKinds } from "@/lib/domain/items/kinds/registry.ts";

/** The list of benchmarks with their contents. */
export function BenchmarkList({ benchmarks, base }: { benchmarks: readonly BenchmarkLine[]; base: string }) {
  return (
    <ul className="divide-y divide-rule border-y border-rule">
      {benchmarks.map((benchmark) => (
        <li key={benchmark.id} className="grid gap-x-10 gap-y-2 py-5 md:grid-cols-[minmax(0,1fr)_16rem]">
          <div className="grid gap-1">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Link href={`${base}/${benchmark.id}`} className="font-serif text-xl">
                {benchmark.name}
              </Link>
              {benchmark.isDemo && <Badge tone="info">Demo</Badge>}
            </p>
            {benchmark.description && <p className="max-w-measure text-ink-soft">{benchmark.description}</p>}
          </div>
          <p className="text-sm text-ink-soft tabular-nums md:text-right">
            {formatNumberOf(benchmark.items, "item")}, {formatNumberOf(benchmark.stories, "story", "stories")}
            <span className="block">
              {benchmark.kinds.map((kind) => (itemKinds[kind]?.label ?? kind).toLowerCase()).join(", ")}
            </span>
            <span className="block">
              {benchmark.studies === 0
                ? "in no studies"
                : `in ${formatCount(benchmark.studies)} ${benchmark.studies === 1 ? "study" : "studies"}`}
            </span>
          </p>
        </li>
      ))}
    </ul>
  );
}
