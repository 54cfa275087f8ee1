import * as z from "zod";
import { crossFactors } from "@/lib/domain/items/stimulus.ts";
import { predictMargins } from "@/lib/domain/survey/composition/study-layout.ts";
import {
  type Design,
  listMarginalCounts,
  type MarginalCount,
  marginalCountSchema,
} from "@/lib/domain/survey/design.ts";

/** The size of the full study: the generated numbers, or the numbers predicted from its design. */
export function computeStudyMargins(stored: unknown, design: Design, items: number): MarginalCount[] {
  if (stored !== null) return z.array(marginalCountSchema).parse(stored);
  if (design.composition) return predictMargins(design, items);
  return listMarginalCounts({
    strata: design.strata.length,
    items,
    conditions: crossFactors(design.factors).length,
    perStratumItem: design.perStratumItem,
    itemsPerSession: design.itemsPerSession,
  });
}
