import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const program = fileURLToPath(new URL("app-process.js", import.meta.url));

/** Ends the process as soon as it listens, before it looks for a build, and prints the address. */
const tellAddress = `
  import net from "node:net";
  const listen = net.Server.prototype.listen;
  net.Server.prototype.listen = function (...args) {
    this.once("listening", () => {
      process.stdout.write("listens on <" + this.address().address + ">", () => process.exit(0));
    });
    return listen.apply(this, args);
  };`;

/** The address on which a process of the application listens if it is started as the supervisor starts it. */
async function addressFor(host: string): Promise<string | undefined> {
  const preload = `data:text/javascript,${encodeURIComponent(tellAddress)}`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--import", preload, program], {
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", PORT: "0", PARALLAX_HOST: host },
  });
  return /listens on <([^>]*)>/.exec(stdout)?.[1];
}

describe("a process of the application", () => {
  it("listens on the address that PARALLAX_HOST names and on no other", async () => {
    expect(await addressFor("127.0.0.1")).toBe("127.0.0.1");
  });

  it("listens on all addresses when none is named", async () => {
    expect(["::", "0.0.0.0"]).toContain(await addressFor(""));
  });
});
