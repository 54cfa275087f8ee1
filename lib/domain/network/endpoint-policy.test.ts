import { describe, expect, it } from "vitest";
import { maxLocalServers, parseLocalServers, policyForServer } from "./endpoint-policy.ts";

describe("the list of local servers", () => {
  it("has each server once, in canonical form", () => {
    const text = "localhost:11434\r\n\n LOCALHOST:11434 \n10.0.0.7:80\n[::1]:8000\ngpu-1.lan:443";
    expect(parseLocalServers(text)).toEqual({
      servers: ["localhost:11434", "10.0.0.7:80", "[::1]:8000", "gpu-1.lan:443"],
    });
    expect(parseLocalServers("")).toEqual({ servers: [] });
  });

  it.each([
    "localhost",
    "http://localhost:1",
    "localhost:0x1",
    "a b:80",
    "user@localhost:80",
    "localhost:99999",
    "*:80",
  ])("refuses %s", (line) => {
    expect(parseLocalServers(line)).toEqual({ problem: expect.stringContaining(line) });
  });

  it.each(["169.254.169.254:80", "[fe80::1]:80", "[fd00:ec2::254]:80", "100.100.100.200:80", "0.0.0.0:80"])(
    "refuses %s, at which a machine gets its credentials or which is no server",
    (line) => {
      expect(parseLocalServers(line)).toEqual({ problem: expect.stringContaining(line) });
    },
  );

  it("has a limit", () => {
    const lines = Array.from({ length: maxLocalServers + 1 }, (_, index) => `10.0.0.1:${index + 1}`);
    expect(parseLocalServers(lines.join("\n"))).toHaveProperty("problem");
  });

  it("is compared by host and port, whatever the scheme", () => {
    const listed = { localServers: ["localhost:443", "localhost:80"] };
    const at = (address: string) => policyForServer(listed, new URL(address));
    expect(["http://localhost/v1", "https://localhost/v1", "http://localhost:443/v1"].map(at)).toEqual(
      Array(3).fill("network"),
    );
    expect(["http://localhost:8080/v1", "http://127.0.0.1/v1", "http://localhost.evil.example/"].map(at)).toEqual(
      Array(3).fill("public"),
    );
  });
});
