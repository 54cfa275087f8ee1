import { describe, expect, it } from "vitest";
import { hashPassword, verifyPassword } from "./password.ts";
import { newPassword, refuseGuessable } from "./password-policy.ts";

const person = { email: "ada.quill@example.org", name: "Ada Quill" };
const refused = (password: string, who = person) =>
  refuseGuessable(password, who).then(
    () => null,
    (error: unknown) => error,
  );
const refusal = {
  code: "invalid",
  field: "password",
  message: expect.stringMatching(
    /^The password is easy to guess\. .* Three or four unrelated words make a good password\.$/,
  ),
};

describe("a stored password", () => {
  it("is recognised, and no other is", async () => {
    const stored = await hashPassword("plum harbour tin drum");
    expect(stored).toMatch(/^scrypt\$17\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
    expect(await verifyPassword("plum harbour tin drum", stored)).toBe(true);
    expect(await verifyPassword("plum harbour tin drun", stored)).toBe(false);
    expect(await verifyPassword("", stored)).toBe(false);
  });

  it("has a salt of its own each time", async () => {
    expect(await hashPassword("the same words")).not.toBe(await hashPassword("the same words"));
  });

  it("is the same whichever way a keyboard composes its letters", async () => {
    expect(await verifyPassword("cafe\u0301 au lait", await hashPassword("caf\u00e9 au lait"))).toBe(true);
  });

  it("is never recognised for an account that does not exist", async () => {
    expect(await verifyPassword("anything", null)).toBe(false);
  });
});

describe("a new password", () => {
  it.each([
    "Password2026!",
    "p@ssw0rd123",
    "passwordpassword",
    "Welcome2026",
    "qwertyuiop",
    "1qaz2wsx3edc",
    "0987654321",
    "aaaaaaaaaaaa",
    "abcabcabcabc",
    "iloveyou1234",
    "Liverpool1892",
    "administrator1",
    "adaquill2026",
    "quill!quill!",
    "parallax2026",
    "123456789012",
    "!!!!!!!!!!!!",
  ])("is refused when it is like one of the lists: %s", async (password) => {
    expect(await refused(password)).toMatchObject(refusal);
  });

  it.each(["anna1987@example.org", "Anna1987@Example.org!", "7b2-anna-53@example.org"])(
    "is refused when it is the person's own address, whatever signs that has: %s",
    async (password) => {
      const email = password.toLowerCase().replace("!", "");
      expect(await refused(password, { email, name: "Anna" })).toMatchObject(refusal);
    },
  );

  it.each([
    "plum harbour tin drum",
    "x7Kq-wmz4-Rtb9",
    "nine grey geese over Oslo",
    "Straßenbahnhaltestelle",
    "我喜欢在雨天读书写字喝茶",
  ])("is accepted when nobody would guess it: %s", async (password) => {
    expect(await refused(password)).toBeNull();
    expect(newPassword.safeParse(password).success).toBe(true);
  });

  it("has at least 10 and at most 200 characters, and nothing that cannot be stored", () => {
    expect(newPassword.safeParse("123456789").success).toBe(false);
    expect(newPassword.safeParse("1234567890").success).toBe(true);
    expect(newPassword.safeParse("x".repeat(200)).success).toBe(true);
    expect(newPassword.safeParse("x".repeat(201)).success).toBe(false);
    expect(newPassword.safeParse("0123456789\u0000").success).toBe(false);
    expect(newPassword.safeParse("0123456789\ud800").success).toBe(false);
  });
});
