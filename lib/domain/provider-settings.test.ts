import { expect, it } from "vitest";
import { parseGroupRules, rolesOfGroups } from "./group-rules.ts";
import { readProvider } from "./provider-settings.ts";

const complete = {
  PARALLAX_OIDC_ISSUER: "https://id.example.org/realms/lab",
  PARALLAX_OIDC_CLIENT_ID: "parallax",
  PARALLAX_OIDC_CLIENT_SECRET: "secret",
  PARALLAX_OIDC_DOMAINS: "Example.org, lab.example.org",
  PARALLAX_OIDC_GROUPS: "/lab/leads=beliefs:admin; students=beliefs:annotator",
};

it("reads a provider, with what need not be stated", () => {
  expect(readProvider({})).toEqual({ ok: true, provider: null });
  expect(readProvider(complete)).toEqual({
    ok: true,
    provider: {
      issuer: "https://id.example.org/realms/lab",
      clientId: "parallax",
      clientSecret: "secret",
      name: "id.example.org",
      scope: "openid email profile",
      groupsClaim: "groups",
      domains: ["example.org", "lab.example.org"],
      rules: [
        { group: "/lab/leads", project: "beliefs", role: "admin" },
        { group: "students", project: "beliefs", role: "annotator" },
      ],
    },
  });
  expect(readProvider({ ...complete, PARALLAX_OIDC_ISSUER: "http://localhost:4000" })).toMatchObject({ ok: true });
});

it.each([
  ["PARALLAX_OIDC_ISSUER", "http://id.example.org", "must begin with https://"],
  ["PARALLAX_OIDC_CLIENT_SECRET", "", "is missing"],
  ["PARALLAX_OIDC_DOMAINS", "", "is missing"],
  ["PARALLAX_OIDC_DOMAINS", "*@example.org", "must be a list of domains"],
  ["PARALLAX_OIDC_GROUPS", "leads=beliefs:owner", "must be rules"],
  ["PARALLAX_OIDC_SCOPE", "email", "must contain openid"],
])("names what is wrong with %s=%s", (name, value, problem) => {
  expect(readProvider({ ...complete, [name]: value })).toEqual({
    ok: false,
    problem: expect.stringContaining(`${name} ${problem}`),
  });
});

it("gives the most powerful role of a person's groups in each project, and none to strangers", () => {
  const rules = parseGroupRules("a=x:viewer;b=x:researcher;b=y:rater;a=b=z:viewer;") ?? [];
  expect([...rolesOfGroups(rules, ["b", "a"])]).toEqual([
    ["x", "researcher"],
    ["y", "rater"],
  ]);
  expect([...rolesOfGroups(rules, ["a=b"])]).toEqual([["z", "viewer"]]);
  expect(rolesOfGroups(rules, ["A", "", "a "]).size).toBe(0);
});
