import { Section } from "@/components/ui/page-header.tsx";
import { ParityBadge } from "@/components/ui/parity-badge.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { formatCount } from "@/lib/domain/results/format-figures.ts";
import type { LanguageParity } from "@/lib/domain/results/language-parity.ts";
import { languageName } from "@/lib/domain/survey/languages/messages.ts";

/** What people read in each language of a study, and whether models that were asked in it were shown the same. */
export function LanguageSection({ languages }: { languages: readonly LanguageParity[] }) {
  if (languages.length === 0) return null;
  return (
    <Section
      title="By language"
      lead="A translation is held against what models were shown in that language. People’s answers count for the item that it translates."
    >
      <Table caption="Answers and models’ texts by language" isCaptionHidden>
        <thead>
          <tr>
            <Th>Language</Th>
            <Th isNumber>Answers</Th>
            <Th isNumber>People</Th>
            <Th isNumber>Read in that language</Th>
            <Th isNumber>Items in it</Th>
            <Th>Models’ answers to these texts</Th>
          </tr>
        </thead>
        <tbody>
          {languages.map((line) => (
            <tr key={line.language}>
              <Th scope="row">
                {languageName(line.language)} ({line.language})
              </Th>
              <Td isNumber>{formatCount(line.answers)}</Td>
              <Td isNumber>{formatCount(line.people)}</Td>
              <Td isNumber>{formatCount(line.isOwn ? line.answers : line.readTranslated)}</Td>
              <Td isNumber>{formatCount(line.items)}</Td>
              <Td>
                <ModelsShown {...line} />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}

function ModelsShown({ parity, items, language }: LanguageParity) {
  if (items === 0) return <>No item is linked to a text in {languageName(language)}: the original is shown.</>;
  const found = (["verified", "mismatch", "unverified"] as const).filter((one) => parity[one] > 0);
  if (found.length === 0) return <>No model was asked in this language.</>;
  return (
    <span className="flex flex-wrap gap-2">
      {found.map((one) => (
        <ParityBadge key={one} parity={one} count={parity[one]} />
      ))}
    </span>
  );
}
