import beliefCounts from "../domain/beliefs/fixtures/published-counts.json" with { type: "json" };
import { reproduceEob2026 } from "../domain/beliefs/published-eob.ts";
import { formatNumber, formatStatistic } from "../domain/format/figures.ts";
import kste2025 from "../domain/statistics/fixtures/kste2025.json" with { type: "json" };
import mindGames2023 from "../domain/statistics/fixtures/mindgames2023.json" with { type: "json" };
import street2024 from "../domain/statistics/fixtures/street2024.json" with { type: "json" };
import { reproduceKste2025 } from "../domain/statistics/published/kste-2025.ts";
import { reproduceMindGames2023 } from "../domain/statistics/published/mindgames-2023.ts";
import { printedDecimals } from "../domain/statistics/published/printed-number.ts";
import {
  findUnexplained,
  type NamedError,
  type PublishedCheck,
  type PublishedQuantity,
  type Reproduction,
} from "../domain/statistics/published/published-check.ts";
import { reproduceStreet2024 } from "../domain/statistics/published/street-2024.ts";
import { UsageError, writeLine } from "./io.ts";
import type { RegisterCommand } from "./register-command.ts";

const papers = new Map<string, { summary: string; reproduce: () => Reproduction }>([
  [
    "street2024",
    { summary: "Street et al. 2024, every printed test value", reproduce: () => reproduceStreet2024(street2024) },
  ],
  ["kste2025", { summary: "Yang et al. 2026, derived columns", reproduce: () => reproduceKste2025(kste2025) }],
  [
    "mindgames2023",
    {
      summary: "Sileo and Lernould 2023, the numbers stated in the text",
      reproduce: () => reproduceMindGames2023(mindGames2023),
    },
  ],
  [
    "eob2026",
    {
      summary: "Du et al., printed numbers and significance claims",
      reproduce: () => reproduceEob2026(beliefCounts),
    },
  ],
]);

/** `parallax reproduce`: recomputes the numbers of a published paper and prints them next to the printed numbers. */
export const register: RegisterCommand = (program, io, finish) => {
  const list = [...papers].map(([name, { summary }]) => `  ${name.padEnd(12)} ${summary}`).join("\n");
  program
    .command("reproduce")
    .description(
      "Recompute a published paper's numbers with the tests as published and print computed and printed values, with misprints. The data are included. Exit code 1 if a disagreement has no explanation.",
    )
    .argument("<paper>", `one of ${[...papers.keys()].join(", ")}`)
    .option("--json", "write one JSON object instead of text")
    .addHelpText("after", `\nPapers:\n${list}`)
    .action(async (name: string, options: { json?: boolean }) => {
      const paper = papers.get(name);
      if (!paper)
        throw new UsageError(`paper must be one of ${[...papers.keys()].join(", ")}, not ${JSON.stringify(name)}`);
      const reproduction = paper.reproduce();
      const unexplainedChecks = findUnexplained(reproduction);
      const lines = options.json
        ? [JSON.stringify({ paper: name, label: "as published", ...reproduction })]
        : reportLines(reproduction);
      for (const line of lines) await writeLine(io.stdout, line);
      finish(unexplainedChecks.length === 0 ? 0 : 1);
    });
};

function reportLines(reproduction: Reproduction): string[] {
  const quantities = reproduction.checks.flatMap((check) => check.quantities);
  const agreeingCount = quantities.filter(({ agrees }) => agrees).length;
  return [
    reproduction.title,
    "AS PUBLISHED: the paper's own tests, even if Parallax would refuse them, next to the paired or corrected result.",
    ...reproduction.checks.flatMap((check, index) =>
      check.group === reproduction.checks[index - 1]?.group
        ? checkLines(check)
        : ["", check.group, ...checkLines(check)],
    ),
    "",
    "Errors in the publication",
    ...(reproduction.errors.length === 0 ? ["  none found"] : reproduction.errors.map(formatErrorLine)),
    "",
    "Remarks on the method (not errors)",
    ...(reproduction.remarks.length === 0 ? ["  none"] : reproduction.remarks.map(formatRemarkLine)),
    "",
    "Not reproducible from the published numbers",
    ...reproduction.notReproducible.map(({ what, why }) => `  ${what}: ${why}`),
    "",
    `${agreeingCount} of ${quantities.length} printed numbers agree; ${quantities.length - agreeingCount - findUnexplained(reproduction).length} differ by a named misprint; ${findUnexplained(reproduction).length} differ without explanation.`,
  ];
}

function formatErrorLine({ id, where, printed, correct, confidence }: NamedError): string {
  return `  ${id}: ${where}: printed ${printed}; correct: ${correct} (${confidence})`;
}

function formatRemarkLine({ id, where, printed, correct }: NamedError): string {
  return `  ${id}: ${where}: ${printed}; note: ${correct}`;
}

function checkLines({ label, quantities, refused, beside }: PublishedCheck): string[] {
  return [
    `  ${label}`,
    ...quantities.map(
      (quantity) =>
        `    ${quantity.name.padEnd(22)} printed ${quantity.printed.padEnd(8)} ours ${formatOurs(quantity).padEnd(10)} ${formatVerdict(quantity)}`,
    ),
    ...(refused === null ? [] : [`    refused here: ${refused}`]),
    ...(beside === null ? [] : [`    beside it: ${beside}`]),
  ];
}

/** Formats our value with one digit more than the printed value, so that the rounding can be checked. */
function formatOurs({ printed, ours, name }: PublishedQuantity): string {
  if (ours === null) return "none";
  if (Number.isInteger(ours)) return String(ours);
  if (/p$/.test(name) && ours < 0.0005) return formatStatistic(ours);
  // With the sign of the printed value.
  return formatNumber(ours, printedDecimals(printed) + 1).replace("−", "-");
}

function formatVerdict({ agrees, misprint }: PublishedQuantity): string {
  if (agrees) return misprint === null ? "agrees" : `agrees, see ${misprint}`;
  return misprint === null ? "DIFFERS" : `misprint ${misprint}`;
}
