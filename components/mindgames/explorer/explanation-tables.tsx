import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { Explanation, PersonPartition } from "@/lib/domain/epistemic/explain/explain-problem.ts";
import { factLabels } from "@/lib/domain/epistemic/explain/observations.ts";
import { joinWithAnd, worldName } from "@/lib/domain/epistemic/explain/step-view.ts";
import { TruthMark } from "./truth-explanation.tsx";

/** Two tables with all data of the diagrams. */
export function ExplanationTables({ explanation }: { explanation: Explanation }) {
  const { worlds, steps, names, setup, verdicts } = explanation;
  const announcements = steps.length - 1;
  const labels = factLabels[setup];
  return (
    <div className="grid gap-6">
      <Table
        caption="Worlds: facts in each world, and when it is ruled out"
        {...(worlds.length > 16 ? { maxHeight: "40rem" } : {})}
      >
        <thead>
          <tr>
            <Th>World</Th>
            {names.map((name) => (
              <Th key={name}>{name}</Th>
            ))}
            <Th>Result</Th>
          </tr>
        </thead>
        <tbody>
          {worlds.map(({ number, facts, lastStep }) => {
            const verdict = verdicts.find(({ world }) => world === number);
            const reason = steps[lastStep + 1]?.removed.find(({ world }) => world === number)?.why.reason;
            return (
              <tr key={number}>
                <Th scope="row" className="whitespace-nowrap">
                  {worldName(number)}
                </Th>
                {facts.map((fact, person) => (
                  <Td
                    key={names[person]}
                    className={fact ? "whitespace-nowrap font-medium" : "whitespace-nowrap text-ink-soft"}
                  >
                    {labels[fact ? "true" : "false"]}
                  </Td>
                ))}
                <Td className="min-w-64">
                  {verdict ? (
                    <>
                      Not ruled out by any announcement; the hypothesis <TruthMark holds={verdict.holds} />.{" "}
                      {verdict.why.reason}
                    </>
                  ) : (
                    <>
                      Ruled out by announcement {lastStep + 1}. {reason}
                    </>
                  )}
                </Td>
              </tr>
            );
          })}
        </tbody>
      </Table>
      <Table caption="Worlds that each person cannot distinguish, by number">
        <thead>
          <tr>
            <Th>After</Th>
            <Th>Possible</Th>
            {names.map((name) => (
              <Th key={name}>{name} cannot distinguish</Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {steps.map(({ announcement, surviving, partitions }, step) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps are identified by their index.
            <tr key={step}>
              <Th scope="row">
                {step === 0 ? "nothing yet" : `announcement ${step} of ${announcements}`}
                {announcement && <span className="block font-normal text-ink-soft">{announcement}</span>}
              </Th>
              <Td>{surviving.length === 0 ? "none" : surviving.map((world) => world + 1).join(", ")}</Td>
              {partitions.map((partition) => (
                <Td key={partition.name}>{formatGroups(partition)}</Td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

/**
 * Formats groups of worlds that a person cannot distinguish, such as "1 and 3; 2 and 4"; if there are none, says that
 * all worlds can be distinguished.
 */
export function formatGroups({ groups }: Pick<PersonPartition, "groups">): string {
  const confused = groups.filter((group) => group.length > 1);
  if (groups.length === 0) return "no world is left";
  if (confused.length === 0) return "none: knows which world it is";
  return confused.map((group) => joinWithAnd(group.map((world) => String(world + 1)))).join("; ");
}
