import { parseArgs } from "node:util";
import { readVariable } from "../../server/platform/environment.ts";
import { UsageError } from "../io.ts";

const options = { server: { type: "string" }, "token-from": { type: "string" } } as const;

/**
 * Splits `--server URL` and `--token-from VARIABLE` from the other arguments, which are returned as `rest`. The token
 * is read from the named environment variable (PARALLAX_TOKEN by default), so that it appears neither in process lists
 * nor in the shell history. Throws a `UsageError` if the URL is invalid or the variable is empty.
 */
export function parseServerOptions(
  args: readonly string[],
  read: (name: string) => string | null = readVariable,
): { server: URL | null; token: string; rest: string[] } {
  const { values, tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  const optionIndices = tokens.flatMap((part) =>
    part.kind === "option" && part.name in options ? [part.index, part.inlineValue ? -1 : part.index + 1] : [],
  );
  const rest = args.filter((_, index) => !optionIndices.includes(index));
  const { server: address, "token-from": name = "PARALLAX_TOKEN" } = values;
  if (address === undefined) {
    if (values["token-from"] !== undefined) throw new UsageError("--token-from is used together with --server");
    return { server: null, token: "", rest };
  }
  if (typeof address !== "string" || !/^https?:\/\//.test(address) || !URL.canParse(address)) {
    throw new UsageError("--server must be an address such as https://parallax.example.org");
  }
  const token = (typeof name === "string" && read(name)?.trim()) || "";
  if (token === "") {
    throw new UsageError(`the environment variable ${name} contains no API token (Your account > API tokens)`);
  }
  return { server: new URL(address), token, rest };
}
