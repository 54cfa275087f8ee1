// Bundles the participants' stylesheet and enhancement script into app/participant/survey-assets.generated.ts, from
// which the pages inline them. Runs after `npm ci` and before every build and development start.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const target = `${root}app/participant/survey-assets.generated.ts`;

export function buildSurveyAssets() {
  const css = bundle("components/survey/survey-page.css");
  const script = bundle("lib/client/enhance/enhance.ts");
  const text = `// Made by bin/build-survey-assets.js from components/survey. Do not edit.\nexport const surveyCss = ${JSON.stringify(css)};\nexport const surveyScript = ${JSON.stringify(script)};\n`;
  if (!existsSync(target) || readFileSync(target, "utf8") !== text) writeFileSync(target, text);
}

function bundle(entry) {
  const { outputFiles } = buildSync({
    entryPoints: [root + entry],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: ["es2020", "chrome109", "firefox115", "safari15.6"],
    tsconfigRaw: { compilerOptions: { paths: { "@/*": [`${root}*`] } } },
  });
  // A closing tag inside a string would end the inlined element.
  return (outputFiles[0]?.text ?? "").trim().replaceAll("</", "<\\/");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) buildSurveyAssets();
