import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { DockerfileParser } from "dockerfile-ast";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { readSettings } from "../lib/supervisor/settings.ts";

// Container engines are not available where tests run; neither file was run.

const read = (name: string) => readFileSync(fileURLToPath(new URL(`../${name}`, import.meta.url)), "utf8");
const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };

const container = DockerfileParser.parse(read("Containerfile"));
const instructions = container.getInstructions().map((instruction) => ({
  name: instruction.getKeyword(),
  text: instruction.getArguments().join(" "),
}));
const argumentsOf = (name: string) => instructions.filter((one) => one.name === name).map(({ text }) => text);

const service = z.strictObject({
  image: z.string().optional(),
  build: z.strictObject({ context: z.string(), dockerfile: z.string() }).optional(),
  command: z.array(z.string()).optional(),
  restart: z.literal("unless-stopped"),
  stop_grace_period: z.string(),
  shm_size: z.string().optional(),
  profiles: z.array(z.string()).optional(),
  depends_on: z.record(z.string(), z.strictObject({ condition: z.literal("service_healthy") })).optional(),
  environment: z.record(z.string(), z.string()),
  configs: z.array(z.strictObject({ source: z.string(), target: z.string() })).optional(),
  volumes: z.array(z.string()),
  ports: z.array(z.string()).optional(),
  healthcheck: z
    .strictObject({
      test: z.array(z.string()),
      interval: z.string(),
      timeout: z.string(),
      retries: z.number(),
      start_period: z.string().optional(),
    })
    .optional(),
});
const composeSchema = z.looseObject({
  name: z.string(),
  services: z.record(z.string(), service),
  configs: z.record(z.string(), z.strictObject({ content: z.string() })),
  volumes: z.record(z.string(), z.null()),
});
const compose = composeSchema.parse(parse(read("compose.yaml"), { merge: true }));
const services = Object.entries(compose.services);

/** The value of each variable as Compose puts it in, with an example for those that must be set. */
function filledIn(environment: Record<string, string>): Record<string, string> {
  const examples: Record<string, string> = { PARALLAX_URL: "https://parallax.example.org" };
  const fill = (_: string, name: string, fallback?: string) => fallback ?? examples[name] ?? "x".repeat(40);
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, value.replace(/\$\{(\w+):(?:\?|-([^}]*))\}/g, fill)]),
  );
}

describe("Containerfile", () => {
  it("begins with a Node that Parallax supports, copies the checkout and does not run as root", () => {
    expect(argumentsOf("FROM")).toEqual([expect.stringMatching(/^docker\.io\/library\/node:2[24]-/)]);
    const names = instructions.map(({ name }) => name);
    expect(names.indexOf("COPY")).toBeLessThan(names.indexOf("USER"));
    expect(argumentsOf("USER")).toEqual(["node"]);
    for (const name of read(".containerignore").split("\n").filter(Boolean))
      expect(name).not.toMatch(/^(app|lib|bin)\b/);
  });

  it("runs scripts and files that exist, and exposes the default port", () => {
    const commands = argumentsOf("RUN").join(" ");
    const named = [...commands.matchAll(/npm run ([\w:]+)/g)].map((match) => match[1] as string);
    expect(named).toEqual(["build"]);
    for (const name of named) expect(scripts[name]).toBeDefined();
    const [command = ""] = argumentsOf("CMD");
    const [, file = ""] = JSON.parse(command.replaceAll('" "', '","').replace(/^\[?/, "[").replace(/\]?$/, "]"));
    expect(existsSync(fileURLToPath(new URL(`../${file}`, import.meta.url)))).toBe(true);
    expect(argumentsOf("EXPOSE")).toEqual([String(readSettings({}).port)]);
  });
});

describe("compose.yaml", () => {
  it("names only services, volumes and configurations that it has", () => {
    for (const [name, { depends_on, volumes, configs = [], build }] of services) {
      for (const other of Object.keys(depends_on ?? {}))
        expect(compose.services[other]?.healthcheck, name).toBeDefined();
      for (const volume of volumes) expect(Object.keys(compose.volumes)).toContain(volume.split(":")[0]);
      for (const { source } of configs) expect(compose.configs[source]).toBeDefined();
      if (build) expect(read(build.dockerfile)).toContain("FROM");
    }
  });

  it("starts Parallax with settings that it accepts, on a PostgreSQL that it supports", () => {
    const { parallax, worker, database } = compose.services;
    expect(database?.image).toMatch(/\/postgres:1[5-8]$/);
    const settings = readSettings(filledIn(parallax?.environment ?? {}));
    expect(settings).toMatchObject({ hasNamedProxy: true, processes: 2, metrics: { port: 9464 } });
    expect(settings.backups?.folder).toMatch(/^\/var\/lib\/parallax\//);
    expect(readSettings(filledIn(worker?.environment ?? {})).databaseUrl).toBe(settings.databaseUrl);
    const known = [read("lib/supervisor/settings.ts"), read("lib/server/platform/environment.ts")].join("\n");
    for (const { environment } of [parallax, worker].flatMap((one) => one ?? []))
      for (const name of Object.keys(environment)) expect(known, name).toContain(`${name}:`);
  });

  it("publishes the application on this machine only, and nothing else", () => {
    const published = services.flatMap(([name, { ports = [] }]) => ports.map((port) => [name, port]));
    expect(published).toEqual([["parallax", "127.0.0.1:3000:3000"]]);
  });

  it("asks for readiness where the application has it", () => {
    const test = compose.services.parallax?.healthcheck?.test.join(" ") ?? "";
    const [path = ""] = /\/api\/\w+/.exec(test) ?? [];
    expect(existsSync(fileURLToPath(new URL(`../app${path}/route.ts`, import.meta.url)))).toBe(true);
  });

  it("makes an account for the application that is not a superuser", () => {
    const script = compose.configs["create-database"]?.content ?? "";
    expect(script).toContain("CREATE ROLE parallax LOGIN");
    expect(script).not.toMatch(/SUPERUSER/);
    expect(filledIn(compose.services.parallax?.environment ?? {}).DATABASE_URL).toContain("//parallax:");
  });
});
