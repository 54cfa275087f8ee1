import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { openApiDocument } from "@/bin/open-api-document.ts";
import { operationsOfActions } from "./action-map.ts";
import { describedRoutes } from "./described-routes.ts";
import { findOperation, operations } from "./registry.ts";

const document = fileURLToPath(new URL("../../../../public/openapi.json", import.meta.url));
const app = fileURLToPath(new URL("../../../", import.meta.url));
const files = readdirSync(app, { recursive: true, encoding: "utf8" });

describe("the operations of the API", () => {
  it("have unique names and addresses, also among the routes with a file", () => {
    const all = [...operations, ...describedRoutes];
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    const addresses = all.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, "{}")}`);
    expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([]);
  });

  it("include every server action, or say why not", () => {
    const actions = files
      .filter((file) => /actions?\.ts$/.test(file))
      .map((file) => readFileSync(join(app, file), "utf8"))
      .filter((source) => source.startsWith('"use server"'))
      .flatMap((source) => [...source.matchAll(/^export (?:const|async function) (\w+)/gm)].map(([, name]) => name));
    expect(Object.keys(operationsOfActions).sort()).toEqual([...new Set(actions)].sort());
    const ids = new Set(operations.map(({ id }) => id));
    const named = Object.values(operationsOfActions).filter((one) => typeof one === "string");
    expect(named.filter((id) => !ids.has(id as string))).toEqual([]);
  });

  it("describe every route file that programs may use", () => {
    const others =
      /^api\/v1\/(\[\.\.\.operation\]|openapi\.json|sessions|webhooks|annotation\/(tasks|next|ahead|mine|review|items\/\[item\]\/comments)|benchmarks\/\[benchmark\]\/items\/\[item\]\/comments|public-releases|shared|annotation\/collections\/\[collection\]\/(guidelines|questions))/;
    const routes = files
      .filter((file) => file.startsWith("api/v1/") && file.endsWith("/route.ts") && !others.test(file))
      .map((file) => file.slice("api/v1".length, -"/route.ts".length).replace(/\[(\w+)\]/g, "{$1}"));
    expect(describedRoutes.map(({ path }) => path).sort()).toEqual(routes.sort());
  });

  it("are found by method and path, a fixed segment before a parameter", () => {
    expect(findOperation("GET", ["studies", "demo"])).toMatchObject({
      operation: { id: "getStudy" },
      params: { study: "demo" },
    });
    expect(findOperation("PATCH", ["studies", "demo"])).toEqual({ allowed: ["GET", "DELETE"] });
    expect(findOperation("GET", ["nothing", "here"])).toBeNull();
    for (const { method, path, id } of operations) {
      const segments = path
        .slice(1)
        .split("/")
        .map((part) => (part.startsWith("{") ? "x" : part));
      expect(findOperation(method, segments)).toMatchObject({ operation: { id } });
    }
  });

  it("are described by the OpenAPI document that the application serves; npm run openapi writes it", () => {
    const served: unknown = JSON.parse(readFileSync(document, "utf8"));
    expect(served).toEqual(JSON.parse(JSON.stringify(openApiDocument())));
    const described = Object.values((served as { paths: object }).paths).flatMap((path) => Object.keys(path as object));
    expect(described.length).toBe(operations.length + describedRoutes.length);
  });

  it("pass the rules of Redocly for OpenAPI documents", async () => {
    const redocly = createRequire(import.meta.url).resolve("@redocly/cli/bin/cli.js");
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [redocly, "lint", document], {
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
    });
    expect(`${stdout}${stderr}`).toContain("Your API description is valid");
  });
});
