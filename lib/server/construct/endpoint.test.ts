import { beforeAll, describe, expect, it } from "vitest";
import { makePerson, makeProject } from "@/prisma/factories/make-person.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { pool } from "../platform/database/pool.ts";
import { callDefaults, describeEndpoint, getEndpoint, setEndpoint } from "./endpoint.ts";

withTestDatabase();

const form = {
  url: "https://models.example/v1",
  model: "small",
  key: "sk-very-secret",
  promptUsdPerMillion: 1,
  completionUsdPerMillion: 2,
};

describe("the endpoint for constructing stories", () => {
  let projectId: string;
  beforeAll(async () => {
    projectId = (await makeProject()).id;
  });

  it("is missing at first, and the page says what to do", async () => {
    expect(await getEndpoint()).toBeNull();
    expect(await describeEndpoint()).toMatchObject({ ok: false, missing: expect.stringContaining("PARALLAX_LLM_URL") });
  });

  it("is set by an admin, keeps its key when the form leaves it out, and never shows it", async () => {
    const { actor } = await makePerson({ projectId, role: "admin" });
    await setEndpoint(actor, projectId, form);
    const { key: _key, ...withoutKey } = form;
    await setEndpoint(actor, projectId, { ...withoutKey, model: "large" });
    expect(await getEndpoint()).toMatchObject({ model: "large", key: "sk-very-secret" });
    expect(JSON.stringify(await describeEndpoint())).not.toContain("secret");
    const { rows } = await pool().query("SELECT value::text FROM setting WHERE key = 'llm-endpoint'");
    expect(rows[0].value).not.toContain("sk-very-secret");
  });

  it("sends a stored key to no other server than the one it was given for", async () => {
    const { actor } = await makePerson({ projectId, role: "admin" });
    await setEndpoint(actor, projectId, form);
    const { key: _key, ...withoutKey } = form;
    await setEndpoint(actor, projectId, { ...withoutKey, url: "https://elsewhere.example/v1" });
    expect(await getEndpoint()).toMatchObject({ url: "https://elsewhere.example/v1", key: null });
  });

  it("is not for a researcher to set", async () => {
    const { actor } = await makePerson({ projectId, role: "researcher" });
    await expect(setEndpoint(actor, projectId, form)).rejects.toMatchObject({ code: "not-found" });
  });

  it("is not for an admin of one project among several, whose stories would go there, too; an owner may", async () => {
    const { actor } = await makePerson({ projectId, role: "admin" });
    const other = await makeProject();
    try {
      await expect(setEndpoint(actor, projectId, form)).rejects.toMatchObject({ code: "forbidden" });
      await setEndpoint((await makePerson({ isOwner: true })).actor, projectId, form);
    } finally {
      await pool().query("DELETE FROM project WHERE id = $1", [other.id]);
    }
  });

  it("names the field that is wrong", async () => {
    const { actor } = await makePerson({ projectId, role: "admin" });
    for (const url of [
      "http://127.0.0.1:8000/v1",
      "http://localhost/v1",
      "http://10.0.0.4/v1",
      "http://169.254.169.254/v1",
    ])
      await expect(setEndpoint(actor, projectId, { ...form, url })).rejects.toMatchObject({
        code: "invalid",
        field: "url",
      });
    await expect(setEndpoint(actor, projectId, { ...form, url: "file:///etc/passwd" })).rejects.toMatchObject({
      code: "invalid",
      field: "url",
    });
    await expect(setEndpoint(actor, projectId, { ...form, model: " " })).rejects.toMatchObject({ field: "model" });
  });

  it("is the environment's where that names one", async () => {
    process.env.PARALLAX_LLM_URL = "http://127.0.0.1:1/v1";
    process.env.PARALLAX_LLM_MODEL = "local";
    try {
      expect(await getEndpoint()).toEqual({
        ...{ url: "http://127.0.0.1:1/v1", model: "local", key: null, ...callDefaults },
        ...{ promptUsdPerMillion: null, completionUsdPerMillion: null },
      });
      // How it is called and what it costs, as on the page: a limit of cost works with it, too.
      process.env.PARALLAX_LLM_TEMPERATURE = "none";
      process.env.PARALLAX_LLM_REASONING_EFFORT = "high";
      process.env.PARALLAX_LLM_TIMEOUT_SECONDS = "1800";
      process.env.PARALLAX_LLM_PROMPT_USD = "1.25";
      process.env.PARALLAX_LLM_COMPLETION_USD = "10";
      expect(await getEndpoint()).toMatchObject({
        ...{ temperature: null, reasoningEffort: "high", timeoutSeconds: 1_800 },
        ...{ promptUsdPerMillion: 1.25, completionUsdPerMillion: 10 },
      });
      process.env.PARALLAX_LLM_TIMEOUT_SECONDS = "5";
      await expect(getEndpoint()).rejects.toThrow("PARALLAX_LLM_TIMEOUT_SECONDS");
    } finally {
      for (const name of Object.keys(process.env)) if (name.startsWith("PARALLAX_LLM_")) delete process.env[name];
    }
  });
});
