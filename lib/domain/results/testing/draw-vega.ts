import { parse, View } from "vega";
import { compile, type TopLevelSpec } from "vega-lite";

/**
 * Draws a Vega-Lite specification with the real Vega and Vega-Lite programs, as a user of the file would.
 *
 * @returns the drawing, and all warnings of either program
 */
export async function drawVega(specification: object): Promise<{ svg: string; complaints: string[] }> {
  const complaints: string[] = [];
  const logger = {
    level: () => logger,
    error: (...said: readonly unknown[]) => complain(said),
    warn: (...said: readonly unknown[]) => complain(said),
    info: () => logger,
    debug: () => logger,
  };
  const complain = (said: readonly unknown[]) => {
    complaints.push(said.map(String).join(" "));
    return logger;
  };
  const { spec } = compile(specification as TopLevelSpec, { logger: logger as never });
  const view = new View(parse(spec), { renderer: "none", logger: logger as never });
  try {
    return { svg: await view.toSVG(), complaints };
  } finally {
    view.finalize();
  }
}
