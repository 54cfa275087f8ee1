import { expect, it } from "vitest";
import { chooseStage } from "./choose-stage.ts";

it("shows a stage that has answers: the one asked for, the study's own, any; its own while there are none", () => {
  expect(chooseStage(["pilot", "main"], "pilot", "main")).toBe("pilot");
  expect(chooseStage(["pilot", "main"], "re-solve", "main")).toBe("main");
  expect(chooseStage(["pilot", "main"], null, "main")).toBe("main");
  expect(chooseStage(["pilot"], null, "main")).toBe("pilot");
  expect(chooseStage([], "pilot", "main")).toBe("main");
});
