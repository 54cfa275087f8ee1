import { expect, test } from "vitest";
import { parseServerOptions } from "./take-server.ts";

const variables = { PARALLAX_TOKEN: "plx_default", OTHER: " plx_other ", EMPTY: "" };
const read = (name: string) => variables[name as keyof typeof variables] ?? null;

test("the server and its token are taken out of the arguments, wherever they are", () => {
  const ways = [
    ["--server", "https://a.example/base", "--token-from", "OTHER", "import", "items", "x.csv", "--benchmark", "B"],
    ["import", "items", "x.csv", "--server=https://a.example/base", "--benchmark", "B", "--token-from=OTHER"],
  ];
  for (const args of ways) {
    const { server, token, rest } = parseServerOptions(args, read);
    expect([server?.href, token]).toEqual(["https://a.example/base", "plx_other"]);
    expect(rest).toEqual(["import", "items", "x.csv", "--benchmark", "B"]);
  }
  expect(parseServerOptions(["--server", "http://localhost:3000", "api", "GET", "/projects"], read).token).toBe(
    "plx_default",
  );
});

test("without a server all arguments are left as they are", () => {
  const args = ["export", "demo", "--out", "x", "--", "--y"];
  expect(parseServerOptions(args, read)).toEqual({ server: null, token: "", rest: args });
});

test.each([
  [["--server"], "--server must be an address"],
  [["--server", "ftp://a"], "--server must be an address"],
  [["--server", "https://a.example", "--token-from", "EMPTY"], "EMPTY contains no API token"],
  [["--token-from", "OTHER"], "together with --server"],
])("%j is refused: %s", (args, message) => {
  expect(() => parseServerOptions(args, read)).toThrow(message);
});
