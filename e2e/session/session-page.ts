import { expect, type Page } from "@playwright/test";
import { bringAxe, everyRule } from "../bring-axe.ts";

/** Drives Street's session by role and name, as a participant sees it. */
export class SessionPage {
  readonly problems: string[] = [];

  constructor(readonly page: Page) {
    page.on("console", (message) => {
      if (message.type() === "error") this.problems.push(message.text());
    });
    page.on("pageerror", (error) => this.problems.push(error.message));
  }

  async agree(): Promise<void> {
    await this.page.getByRole("button", { name: "I agree and want to take part" }).click();
    await this.expectHeading("Residence and languages");
  }

  async answerLanguages(mostUsed: "English" | "Another language" = "English"): Promise<void> {
    await this.page
      .getByRole("group", { name: /United Kingdom/ })
      .getByLabel("Yes")
      .check();
    await this.page
      .getByRole("group", { name: /first language/ })
      .getByLabel("Yes")
      .check();
    await this.page.getByLabel(mostUsed, { exact: true }).check();
    await this.next();
  }

  async answerAboutYou(age = "18 to 29", gender = "Female"): Promise<void> {
    await this.expectHeading("About you");
    await this.page.getByLabel(age, { exact: true }).check();
    await this.page.getByLabel(gender, { exact: true }).check();
    await this.next();
  }

  /** From the consent page to the story. */
  async goToStory(): Promise<void> {
    await this.agree();
    await this.answerLanguages();
    await this.answerAboutYou();
    await this.expectHeading("The story");
  }

  async goToAnswer(): Promise<void> {
    await this.goToStory();
    await this.next();
    await this.expectHeading("Your answer");
  }

  async choose(choice: "True" | "False"): Promise<void> {
    await this.page.getByLabel(choice, { exact: true }).check();
    await this.page.getByRole("button", { name: "Continue" }).click();
  }

  async explain(text = "Because the story says so."): Promise<void> {
    await this.expectHeading("Why did you choose this answer?");
    await this.page.getByRole("textbox").fill(text);
    await this.next();
  }

  async next(): Promise<void> {
    await this.page.getByRole("button", { name: "Continue" }).click();
  }

  async expectHeading(name: string): Promise<void> {
    await expect(this.page.getByRole("heading", { level: 1, name })).toBeVisible();
  }

  /** After each screen the heading has the focus, so that a screen reader starts there. */
  async expectFocusOnHeading(): Promise<void> {
    await expect(this.page.getByRole("heading", { level: 1 })).toBeFocused();
  }

  /** The axe findings of the current page; an empty list is expected. */
  async accessibilityProblems(): Promise<string[]> {
    await bringAxe(this.page);
    return this.page.evaluate(async (rules) => {
      const { axe } = window as unknown as {
        axe: {
          run(context: Document, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
        };
      };
      const { violations } = await axe.run(document, {
        runOnly: rules,
        resultTypes: ["violations"],
      });
      return violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.html).join(" ")}`);
    }, everyRule);
  }

  async scrollsSideways(): Promise<boolean> {
    return this.page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  }
}
