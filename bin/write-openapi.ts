// npm run openapi: writes public/openapi.json from the operations of the API.
import { writeFileSync } from "node:fs";
import { openApiDocument } from "./open-api-document.ts";

const file = new URL("../public/openapi.json", import.meta.url);
writeFileSync(file, `${JSON.stringify(openApiDocument(), null, 1)}\n`);
