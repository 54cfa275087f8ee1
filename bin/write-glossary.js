// npm run glossary: writes docs/glossary.md from the terms of the application's glossary page.
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { register } from "tsx/esm/api";

register();
const { formatGlossary } = await import("../lib/domain/glossary/format-glossary.ts");
const { glossary } = await import("../lib/domain/glossary/terms.ts");
await writeFile(fileURLToPath(new URL("../docs/glossary.md", import.meta.url)), formatGlossary(glossary));
