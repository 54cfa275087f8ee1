import { fileURLToPath } from "node:url";
import { mergeConfig, type Plugin } from "vitest/config";
import base from "../../../vitest.config.ts";
import { guards } from "./list-guards.ts";
import { insertIntoFunction } from "./replace-guard.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const replaced = process.env.PARALLAX_GUARD;

/** Records which guards run, or replaces the one that `PARALLAX_GUARD` names. */
const plugin: Plugin = {
  name: "parallax-guards",
  enforce: "pre",
  transform(source, id) {
    const path = id.split("?")[0] ?? id;
    const here = guards.filter(({ file }) => path === `${root}${file}`);
    return here.reduce((text, { file, name, passThrough }) => {
      const key = `${file}#${name}`;
      if (replaced === undefined)
        return insertIntoFunction(file, text, name, `globalThis.parallaxReached?.add(${JSON.stringify(key)});`);
      return replaced === key ? insertIntoFunction(file, text, name, `return ${passThrough};`) : text;
    }, source);
  },
};

export default mergeConfig(base, {
  root,
  plugins: [plugin],
  test: replaced === undefined ? { setupFiles: [`${root}e2e/campaigns/guards/record-reached.ts`] } : {},
});
