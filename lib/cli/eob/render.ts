import { renderRequest } from "../../domain/beliefs/render-request.ts";
import type { AddCommand } from "../commands/add-command.ts";
import { writeLine } from "../io.ts";
import { inputLines } from "../read-input.ts";

/** `parallax eob render`: renders expressions and queries from tuples and templates, line by line. */
export const addRender: AddCommand = (eob, io, finish) => {
  eob
    .command("render")
    .description(
      'Render JSON lines {"tuple","template","authority_source","belief_source"} to {"assertion","prior_yes_query","ctx_yes_query"}, one output line for each input line. A line that cannot be rendered gives {"error"} instead; the command then ends with 1. Blank lines are skipped.',
    )
    .argument("[file]", 'the file to read; "-" (default) for standard input', "-")
    .action(async (file: string) => {
      let refused = 0;
      for await (const { number, text } of inputLines(file, io)) {
        if (text.trim() === "") continue;
        const result = renderLine(text);
        if (result.ok) await writeLine(io.stdout, JSON.stringify(result.rendered));
        else {
          refused += 1;
          const error = `${result.field} ${result.message}`.trim();
          await writeLine(io.stdout, JSON.stringify({ error }));
          await writeLine(io.stderr, `line ${number}: ${error}`);
        }
      }
      finish(refused === 0 ? 0 : 1);
    });
};

function renderLine(text: string): ReturnType<typeof renderRequest> {
  try {
    return renderRequest(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return { ok: false, field: "", message: "is not JSON" };
    throw error;
  }
}
