import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { completeLockfile } from "./complete-lockfile.js";

const read = (name: string) => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), "utf8"));

describe("package-lock.json", () => {
  it("names the packages of every system, so that npm ci accepts it anywhere (else: npm run lockfile)", () => {
    expect(completeLockfile(read("package-lock.json"))).toEqual([]);
  });

  it("names no registry", () => {
    expect(readFileSync(new URL("../package-lock.json", import.meta.url), "utf8")).not.toMatch(/"resolved": "https?:/);
  });

  it("pins what package.json pins: exact versions", () => {
    const { dependencies, devDependencies } = read("package.json");
    const root = read("package-lock.json").packages[""];
    expect(root.dependencies).toEqual(dependencies);
    expect(root.devDependencies).toEqual(devDependencies);
    const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version)),
    );
    expect(loose).toEqual([]);
  });
});

describe("completing a lockfile", () => {
  it("reads the system, the processor and the C library out of a package's name", () => {
    const lockfile = {
      packages: {
        "node_modules/tool": {
          dev: true,
          optionalDependencies: { "@tool/linux-arm64-musl": "1.2.3", "@tool/binding-wasm32-wasi": "1.2.3" },
        },
      } as Record<string, object>,
    };
    expect(completeLockfile(lockfile)).toEqual(["@tool/linux-arm64-musl", "@tool/binding-wasm32-wasi"]);
    expect(lockfile.packages["node_modules/@tool/linux-arm64-musl"]).toEqual({
      version: "1.2.3",
      cpu: ["arm64"],
      libc: ["musl"],
      optional: true,
      os: ["linux"],
      dev: true,
    });
    expect(lockfile.packages["node_modules/@tool/binding-wasm32-wasi"]).toEqual({
      version: "1.2.3",
      cpu: ["wasm32"],
      optional: true,
      dev: true,
    });
  });

  it("names what an older version of a package wants beside that version", () => {
    const lockfile = {
      packages: {
        "node_modules/parser": { optionalDependencies: { "@parser/win32-x64": "2.0.0" } },
        "node_modules/@parser/win32-x64": { version: "2.0.0" },
        "node_modules/tool/node_modules/parser": { optionalDependencies: { "@parser/win32-x64": "1.0.0" } },
      } as Record<string, object>,
    };
    expect(completeLockfile(lockfile)).toEqual(["@parser/win32-x64"]);
    expect(lockfile.packages["node_modules/tool/node_modules/@parser/win32-x64"]).toMatchObject({ version: "1.0.0" });
  });

  it("refuses to guess about a package that is missing for another reason", () => {
    const lockfile = { packages: { "node_modules/tool": { optionalDependencies: { fsevents: "~2.3.2" } } } };
    expect(() => completeLockfile(lockfile)).toThrow("fsevents@~2.3.2 is missing");
  });
});
