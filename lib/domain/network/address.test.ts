import fc from "fast-check";
import ipaddr from "ipaddr.js";
import { describe, expect, it } from "vitest";
import { isInRanges, kindOfAddress, networkPrefix, normalizeAddress, parseRange } from "./address.ts";
import { findClientAddress } from "./client-address.ts";

describe("an address", () => {
  it.each([
    ["8.8.8.8", "public"],
    ["2606:4700::1111", "public"],
    ["127.0.0.1", "loopback"],
    ["127.9.9.9", "loopback"],
    ["::1", "loopback"],
    ["::ffff:127.0.0.1", "loopback"],
    ["[::1]", "loopback"],
    ["10.1.2.3", "private"],
    ["172.16.0.1", "private"],
    ["172.32.0.1", "public"],
    ["192.168.0.1", "private"],
    ["100.64.0.1", "private"],
    ["fd00::1", "private"],
    ["169.254.169.254", "link-local"],
    ["::ffff:169.254.169.254", "link-local"],
    ["fe80::1%eth0", "link-local"],
    ["0.0.0.0", "reserved"],
    ["::", "reserved"],
    ["224.0.0.1", "reserved"],
    ["255.255.255.255", "reserved"],
    ["64:ff9b::a9fe:a9fe", "reserved"],
    ["2002:7f00:1::", "reserved"],
    ["::7f00:1", "reserved"],
    ["fec0::1", "reserved"],
    ["4000::1", "reserved"],
  ])("%s is %s", (text, kind) => {
    expect(kindOfAddress(text)).toBe(kind);
  });

  it("is written in one way only: no octal, hexadecimal or shortened form of IPv4", () => {
    for (const text of ["0177.0.0.1", "0x7f.1", "127.1", "2130706433", "", "localhost", "1.2.3", "1.2.3.4.5", ":::"])
      expect(normalizeAddress(text), text).toBeNull();
  });

  it("reads IPv4, plain or inside IPv6, as the library does", () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.constantFrom("", "::ffff:", "::FFFF:"), (address, before) => {
        expect(normalizeAddress(before + address)).toBe(ipaddr.process(before + address).toString());
        expect(normalizeAddress(`${address}.`)).toBeNull();
        expect(normalizeAddress(`${address}.1`)).toBeNull();
        expect(normalizeAddress(`0${address}`)).toBeNull();
      }),
    );
  });

  it("survives any text", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const normal = normalizeAddress(text);
        if (normal !== null) expect(normalizeAddress(normal)).toBe(normal);
        parseRange(text);
      }),
    );
  });
});

describe("a range", () => {
  it("holds its own addresses and no others, of its own family only", () => {
    const range = parseRange("10.0.0.0/8");
    expect(range).toEqual({ address: "10.0.0.0", bits: 8 });
    const ranges = range ? [range] : [];
    expect(isInRanges("10.255.0.1", ranges)).toBe(true);
    expect(isInRanges("11.0.0.1", ranges)).toBe(false);
    expect(isInRanges("::ffff:10.0.0.1", ranges)).toBe(true);
    expect(isInRanges("::1", ranges)).toBe(false);
    expect(isInRanges("nobody", ranges)).toBe(false);
  });

  it.each(["10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/8/8", "10.0.0/8", "::/129", "x", "/8"])("is not %s", (text) => {
    expect(parseRange(text)).toBeNull();
  });
});

describe("a network's prefix", () => {
  it("is what one customer is given", () => {
    expect(networkPrefix("203.0.113.77")).toBe("203.0.113.0/24");
    expect(networkPrefix("::ffff:203.0.113.77")).toBe("203.0.113.0/24");
    expect(networkPrefix("2001:db8:1:2::3")).toBe("2001:db8:1::/48");
    expect(networkPrefix("?")).toBeNull();
  });

  it("is equal for two addresses exactly when their first bytes are", () => {
    const byte = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(fc.tuple(byte, byte, byte), byte, byte, (head, one, other) => {
        const prefix = networkPrefix([...head, one].join("."));
        expect(prefix).toBe(networkPrefix([...head, other].join(".")));
        expect(prefix).not.toBe(networkPrefix([...head.slice(0, 2), (head[2] + 1) % 256, one].join(".")));
      }),
    );
  });
});

describe("the client's address", () => {
  const proxies = ["127.0.0.1", "10.0.0.0/8"].flatMap((text) => parseRange(text) ?? []);

  it("is the other end's, whatever it writes, while that is no named proxy", () => {
    expect(findClientAddress("203.0.113.7", "1.2.3.4", proxies)).toBe("203.0.113.7");
    expect(findClientAddress("127.0.0.1", "1.2.3.4", [])).toBe("127.0.0.1");
    expect(findClientAddress("::ffff:203.0.113.7", "", proxies)).toBe("203.0.113.7");
  });

  it("is the last one that is no named proxy", () => {
    expect(findClientAddress("127.0.0.1", "6.6.6.6, 203.0.113.7", proxies)).toBe("203.0.113.7");
    expect(findClientAddress("127.0.0.1", "6.6.6.6, 203.0.113.7, 10.1.1.1", proxies)).toBe("203.0.113.7");
    expect(findClientAddress("127.0.0.1", "[2001:db8::1]:443", proxies)).toBe("2001:db8::1");
    expect(findClientAddress("127.0.0.1", "203.0.113.7:443", proxies)).toBe("203.0.113.7");
  });

  it("is the proxy's own where that says nothing readable", () => {
    expect(findClientAddress("127.0.0.1", "", proxies)).toBe("127.0.0.1");
    expect(findClientAddress("127.0.0.1", "6.6.6.6, unknown", proxies)).toBe("127.0.0.1");
    expect(findClientAddress("127.0.0.1", "10.0.0.1", proxies)).toBe("127.0.0.1");
  });
});
