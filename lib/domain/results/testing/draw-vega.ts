import { parse, View } from "vega";
import { compile, type TopLevelSpec } from "vega-lite";

/**
 * Draws a Vega-Lite specification with the real programs, as anyone who takes the file away does.
 *
 * @returns the drawing, and everything that either program complained about
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
