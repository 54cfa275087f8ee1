import type { Command } from "commander";
import { findImportProblems } from "@/lib/domain/annotation/documents/import-blocks.ts";
import { type CodePointPiece, locateStoryPieces } from "@/lib/domain/stories/knowledge/story-pieces.ts";
import type { KsteSource } from "@/lib/server/interchange/kste/collector.ts";
import { type CommandIo, InputError, writeLine } from "../io.ts";

type ReadSource = (path: string) => Promise<KsteSource>;

/**
 * `parallax kste pieces`: prints the pieces into which the field `implausible_knowledge` is parsed, and the problems
 * that would block each item.
 */
export function addPieces(
  kste: Command,
  io: CommandIo,
  finish: (code: 0 | 1) => void,
  read: ReadSource,
  reads: string,
) {
  kste
    .command("pieces")
    .description(
      `Show the pieces into which the knowledge of each item is split, their positions in the story, and what would prevent a submission of the unchanged item. PATH is ${reads}.`,
    )
    .argument("<path>", "the stories to read")
    .option("--json", 'one JSON object per item: {"item","pieces":[{"text","start","end"}],"blocks":[]}')
    .addHelpText("after", piecesHelp)
    .action(async (path: string, options: { json?: boolean }) => {
      const source = await read(path);
      if (source.items.length === 0 && source.refused === 0)
        throw new InputError(`${path} contains no IKD or KNP items`);
      let blocked = 0;
      for (const item of source.items) {
        const pieces = locateStoryPieces(item);
        const blocks = findImportProblems(item);
        if (blocks.length > 0) blocked += 1;
        if (options.json) await writeLine(io.stdout, JSON.stringify({ item: item.id, pieces, blocks }));
        else for (const line of describePieces(item.id, pieces, blocks)) await writeLine(io.stdout, line);
      }
      for (const { item, field, message } of listRefusals(source))
        await writeLine(io.stderr, `${item}  ${field}  ${message}`);
      if (!options.json)
        await writeLine(io.stdout, `\n${source.items.length} items, ${blocked} that the workspace would stop`);
      finish(blocked > 0 || source.refused > 0 ? 1 : 0);
    });
}

const piecesHelp = `
A field that occurs in the story word for word is one piece. Otherwise each item of a list (lines, "(1) ... (2) ...", a JSON
array) is read separately. Quotation marks are removed, and quotations are split at ellipses. A quotation that does not occur
as a whole is matched sentence by sentence. Text outside quotation marks is also split at "and" and punctuation. Quotation
marks, dashes, case and white space may differ. A piece has at least three words. A piece that is not in the story is a note:
start and end are null, and it does not prevent a submission. Offsets count Unicode code points, end exclusive, in the story
without <error> and <modified> tags.

blocks: what would prevent a submission, such as event-not-found, error-missing, character-empty, options-identical.
Exit: 0 every item could be submitted, 1 an item could not or a row was refused, 2 usage error.`;

function describePieces(item: string, pieces: readonly CodePointPiece[], blocks: readonly string[]): string[] {
  return [
    ...pieces.map(({ text, start, end }) => {
      const location = start === null ? "not verbatim" : `${start}-${end}`;
      return `${item}  ${location}  ${text.replace(/\s+/gu, " ")}`;
    }),
    ...blocks.map((block) => `${item}  blocked by ${block}`),
  ];
}

/** Findings about rows without an item. */
function listRefusals(source: KsteSource): KsteSource["findings"] {
  const itemRows = new Set(source.rowOf.values());
  return source.findings.filter(({ row }) => !itemRows.has(row));
}
