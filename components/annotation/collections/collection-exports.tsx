import { Link } from "@/components/ui/navigation/link.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";

const formats = [
  {
    format: "zip",
    name: "Released layout (zip)",
    hint: "One JSON file per item, in the layout of Act-on-Known. An item that was imported as a file of its own and has no changed fields keeps its bytes. Items that this layout cannot represent are in left-out.jsonl.",
  },
  {
    format: "jsonl",
    name: "JSON lines",
    hint: "All fields, with provenance and history, so lines of judged items differ from the imported file. Importing the file restores the same items.",
  },
  {
    format: "hf",
    name: "Hugging Face folder (zip)",
    hint: "JSON lines by kind, a dataset card with the tables of the paper, and the guidelines. It can be imported again.",
  },
  { format: "csv", name: "CSV", hint: "One row per item, safe to open in a spreadsheet." },
  { format: "xml", name: "XML", hint: "The <response> form of the construction prompts, explanations included." },
] as const;

/** All exports of a collection, with the purpose of each format. */
export function CollectionExports({ address }: { address: string }) {
  return (
    <Table caption="Exports of the collection" isCaptionHidden>
      <thead>
        <tr>
          <Th>Format</Th>
          <Th>Content</Th>
          <Th>Accepted items</Th>
          <Th>All items</Th>
        </tr>
      </thead>
      <tbody>
        {formats.map(({ format, name, hint }) => (
          <tr key={format}>
            <Th scope="row">{name}</Th>
            <Td className="min-w-56">{hint}</Td>
            <Td>
              <Download href={`${address}?format=${format}&which=accepted`} label={`Accepted items as ${name}`} />
            </Td>
            <Td>
              <Download href={`${address}?format=${format}&which=all`} label={`All items as ${name}`} />
            </Td>
          </tr>
        ))}
        <tr>
          <Th scope="row">History</Th>
          <Td>
            Every event of each item as JSON lines, with answers and times; all figures can be recomputed from it.
            People are numbered, not named.
          </Td>
          <Td>–</Td>
          <Td>
            <Download href={`${address}?format=trail`} label="The history of all items" />
          </Td>
        </tr>
        <tr>
          <Th scope="row">Aggregated labels</Th>
          <Td>
            One line per item as JSON: the labels by majority, weighted vote, Dawid-Skene and MACE, the decided verdict,
            and each annotator’s first verdict; people are numbered, not named.
          </Td>
          <Td>–</Td>
          <Td>
            <Download href={`${address}?format=labels`} label="The aggregated labels of all items" />
          </Td>
        </tr>
      </tbody>
    </Table>
  );
}

function Download({ href, label }: { href: string; label: string }) {
  return (
    <Link href={href} download prefetch={false} aria-label={label}>
      Download
    </Link>
  );
}
