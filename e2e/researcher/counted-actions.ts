import type { Locator, Page } from "@playwright/test";

/** Counts what a person does: each click, filled field, chosen file and selected option is one action. */
export class CountedActions {
  actions = 0;
  private readonly opened = new Set<string>();

  constructor(private readonly page: Page) {
    page.on("framenavigated", (frame) => {
      if (frame === page.mainFrame()) this.opened.add(new URL(frame.url()).pathname);
    });
  }

  /** The pages that were opened, each once. */
  get pages(): readonly string[] {
    return [...this.opened];
  }

  async click(target: Locator): Promise<void> {
    this.actions += 1;
    await target.click();
  }

  async fill(label: string, text: string): Promise<void> {
    this.actions += 1;
    await this.page.getByLabel(label, { exact: true }).fill(text);
  }

  async upload(label: string, name: string, content: string): Promise<void> {
    this.actions += 1;
    const file = { name, mimeType: "text/csv", buffer: Buffer.from(content) };
    await this.page.getByLabel(label, { exact: true }).setInputFiles(file);
  }

  async press(name: string | RegExp, role: "button" | "link" = "button"): Promise<void> {
    await this.click(this.page.getByRole(role, typeof name === "string" ? { name, exact: true } : { name }));
  }
}
