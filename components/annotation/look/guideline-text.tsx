import { type GuidelineRun, parseGuidelineBlocks } from "@/lib/domain/annotation/guidelines.ts";

/** Renders guidelines. Headings start at the level that follows the headings of the page. */
export function GuidelineText({ body }: { body: string }) {
  return (
    <div className="grid max-w-measure gap-2.5">
      {parseGuidelineBlocks(body).map((block, index) => {
        const key = `${block.is}-${index}`;
        if (block.is === "heading")
          return block.level === 2 ? (
            <h3 key={key} className="mt-2 text-lg">
              <Runs runs={block.runs} />
            </h3>
          ) : (
            <h4 key={key} className="mt-1 font-semibold">
              <Runs runs={block.runs} />
            </h4>
          );
        if (block.is === "list") {
          const List = block.isNumbered ? "ol" : "ul";
          return (
            <List key={key} className={`grid gap-1 pl-6 ${block.isNumbered ? "list-decimal" : "list-disc"}`}>
              {block.items.map((runs, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change while it is shown.
                <li key={place}>
                  <Runs runs={runs} />
                </li>
              ))}
            </List>
          );
        }
        if (block.is === "quote")
          return (
            <blockquote key={key} className="border-l-3 border-rule pl-3 font-serif">
              <Runs runs={block.runs} />
            </blockquote>
          );
        return (
          <p key={key}>
            <Runs runs={block.runs} />
          </p>
        );
      })}
    </div>
  );
}

function Runs({ runs }: { runs: readonly GuidelineRun[] }) {
  return runs.map(({ text, look }, index) => {
    const key = `${look}-${index}`;
    if (look === "strong") return <strong key={key}>{text}</strong>;
    if (look === "emphasis") return <em key={key}>{text}</em>;
    return text;
  });
}
