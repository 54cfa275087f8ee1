import { StatusNote } from "@/components/charts/status-note.tsx";
import { TableDownloads } from "@/components/charts/table-downloads.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { ParityBadge } from "@/components/ui/parity-badge.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { formatCount } from "@/lib/domain/format/figures.ts";
import type { LanguageModel, LanguageResults } from "@/lib/domain/results/model/language-results.ts";
import type { ResultStatus } from "@/lib/domain/results/plan/result-status.ts";
import { languageName } from "@/lib/domain/survey/languages/messages.ts";
import { ShareCell } from "./comparison/comparison-table.tsx";

/** The answers of people and models in each language of a study, and whether both were shown the same text. */
export function LanguageSection({
  languages,
  status,
  fileHref,
}: {
  languages: readonly LanguageResults[];
  /** The status of the study’s data. */
  status: ResultStatus;
  /** The address of a file with one table ("languages.csv"). */
  fileHref: (file: string) => string;
}) {
  if (languages.length === 0) return null;
  return (
    <Section
      title="By language"
      lead="Translations are compared with the texts that models were shown in that language. Answers to a translation count for the original item. Right answers are single ones, with 95% intervals over stories; a model’s answers to another stimulus than people’s are excluded from its accuracy."
    >
      <StatusNote status={status} about="Results by language" />
      <Table caption="People’s answers by language" takenAs="languages">
        <thead>
          <tr>
            <Th>Language</Th>
            <Th isNumber>Right</Th>
            <Th isNumber>Answers</Th>
            <Th isNumber>People</Th>
            <Th isNumber>Answers read in this language</Th>
            <Th isNumber>Items in this language</Th>
          </tr>
        </thead>
        <tbody>
          {languages.map((line) => (
            <tr key={line.language}>
              <LanguageHead language={line.language} />
              <AccuracyCell share={line.accuracy} given={line.answers} />
              <Td isNumber>{formatCount(line.answers)}</Td>
              <Td isNumber>{formatCount(line.people)}</Td>
              <Td isNumber>{formatCount(line.isOwn ? line.answers : line.readTranslated)}</Td>
              <Td isNumber>{formatCount(line.items)}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
      <TableDownloads name="languages" fileHref={fileHref} />
      <Table caption="Models’ answers by language" takenAs="language-models">
        <thead>
          <tr>
            <Th>Language</Th>
            <Th>Model</Th>
            <Th isNumber>Right</Th>
            <Th>Parity</Th>
          </tr>
        </thead>
        <tbody>{languages.map(modelRows)}</tbody>
      </Table>
      <TableDownloads name="language-models" fileHref={fileHref} />
    </Section>
  );
}

function modelRows({ language, items, models }: LanguageResults) {
  if (models.length === 0) {
    return (
      <tr key={language}>
        <LanguageHead language={language} />
        <Td colSpan={3}>
          {items === 0
            ? `No item is linked to a text in ${languageName(language)}: the original is shown.`
            : "No model was asked in this language."}
        </Td>
      </tr>
    );
  }
  return models.map(({ model, parity, accuracy }) => (
    <tr key={`${language} ${model}`}>
      <LanguageHead language={language} />
      <Td>{model}</Td>
      <AccuracyCell share={accuracy} given={parity.verified + parity.unverified} />
      <Td>
        <ParityBadges parity={parity} />
      </Td>
    </tr>
  ));
}

function LanguageHead({ language }: { language: string }) {
  return (
    <Th scope="row">
      {languageName(language)} ({language})
    </Th>
  );
}

/** The accuracy of the answers that the key can score. `given` is the number of all answers. */
function AccuracyCell({ share, given }: { share: LanguageResults["accuracy"]; given: number }) {
  if (share.n > 0 || given === 0) return <ShareCell share={share} />;
  return (
    <Td isNumber className="text-ink-soft">
      no key
    </Td>
  );
}

function ParityBadges({ parity }: Pick<LanguageModel, "parity">) {
  const shownParities = (["verified", "mismatch", "unverified"] as const).filter((one) => parity[one] > 0);
  return (
    <span className="flex flex-wrap gap-2">
      {shownParities.map((one) => (
        <ParityBadge key={one} parity={one} count={parity[one]} />
      ))}
    </span>
  );
}
