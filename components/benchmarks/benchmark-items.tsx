import { Link } from "@/components/ui/navigation/link.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { BenchmarkItemLine, ItemLink } from "@/lib/domain/items/benchmark-facts.ts";
import { setupOfItem } from "@/lib/domain/items/kinds/mindgames/row-of-item.ts";
import { itemKinds } from "@/lib/domain/items/kinds/registry.ts";
import { languageName } from "@/lib/domain/survey/languages/messages.ts";

/** The items of a benchmark: question, story and key. Each item links to its page below `base`. */
export function BenchmarkItems({ items, base }: { items: readonly BenchmarkItemLine[]; base: string }) {
  return (
    <Table caption="Items of the benchmark" isCaptionHidden>
      <thead>
        <tr>
          <Th>Item</Th>
          <Th>Text</Th>
          <Th>Story</Th>
          <Th>Attributes</Th>
          <Th>Key</Th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.id}>
            <Th scope="row" className="min-w-32">
              <Link href={`${base}/${item.id}`} className="break-words">
                {item.name}
              </Link>
              {setupOfItem(item) !== null && (
                <SoftLine>
                  <Link href={`/research/mindgames/${item.id}`}>the problem, world by world</Link>
                </SoftLine>
              )}
              <SoftLine>
                {itemKinds[item.kind]?.label ?? item.kind}
                {item.version > 1 && `, version ${item.version}`}
              </SoftLine>
            </Th>
            <Td className="min-w-64">
              <span dir="auto">{item.text}</span>
              <TranslationLinks links={item.links} />
            </Td>
            <Td className="min-w-48">
              <details>
                <summary className="w-fit underline decoration-edge underline-offset-4">
                  {item.story.title || item.story.id}
                </summary>
                <p className="reading mt-2 whitespace-pre-line text-base">{item.story.text}</p>
              </details>
              {item.story.genre && <SoftLine>{item.story.genre}</SoftLine>}
            </Td>
            <Td className="min-w-40">
              <ul className="text-ink-soft">
                {Object.entries(item.attributes).map(([name, value]) => (
                  <li key={name} className="break-words">
                    {name}: {String(value)}
                  </li>
                ))}
              </ul>
            </Td>
            <Td className="min-w-28">
              {item.key || <span className="text-ink-soft">none</span>}
              {item.keyVersion !== null && item.keyVersion > 1 && <SoftLine>version {item.keyVersion}</SoftLine>}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Links to the same item in other languages, or to the item that it translates. */
function TranslationLinks({ links }: { links: readonly ItemLink[] }) {
  if (links.length === 0) return null;
  return (
    <ul className="mt-2 text-xs text-ink-soft">
      {links.map((link) => (
        <li key={`${link.as} ${link.language} ${link.benchmark.id} ${link.name} ${link.version}`}>
          {link.as === "original"
            ? `In ${languageName(link.language)}: `
            : `Translation into ${languageName(link.language)} of `}
          <Link href={`/research/benchmarks/${link.benchmark.id}?search=${encodeURIComponent(link.name)}#items`}>
            {link.name}
          </Link>{" "}
          in {link.benchmark.name}
          {link.version > 1 && `, version ${link.version}`}
        </li>
      ))}
    </ul>
  );
}

function SoftLine({ children }: { children: React.ReactNode }) {
  return <span className="block text-xs font-normal text-ink-soft">{children}</span>;
}
