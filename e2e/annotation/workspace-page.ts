import { type BrowserContext, expect, type Locator, type Page } from "@playwright/test";
import { cookieAttributes } from "../../lib/server/platform/auth/session-cookie.ts";
import { encodeSessionToken, type SessionClaims } from "../../lib/server/platform/auth/session-token.ts";
import { startSession } from "../../lib/server/platform/auth/start-session.ts";
import { makePerson } from "../../prisma/factories/make-person.ts";

export interface SignedIn {
  userId: string;
  email: string;
}

/** Creates a person with that role in the project and signs them in in the browser. */
export async function signInAs(
  context: BrowserContext,
  projectId: string,
  role: "annotator" | "reviewer" | "researcher",
): Promise<SignedIn> {
  const { claims, userId, email } = await makePerson({ projectId, role });
  await addSessionCookie(context, claims);
  return { userId, email };
}

/** Signs the browser in as someone who has worked through lib/server before. */
export async function signInAgain(context: BrowserContext, userId: string): Promise<void> {
  const claims = await startSession(userId);
  if (!claims) throw new Error("this person cannot sign in");
  await addSessionCookie(context, claims);
}

export async function addSessionCookie(context: BrowserContext, claims: SessionClaims): Promise<void> {
  const { name } = cookieAttributes("session");
  await context.addCookies([
    { name, value: await encodeSessionToken(claims), url: process.env.PARALLAX_URL ?? "", httpOnly: true },
  ]);
}

/** The workspace as someone uses it who has no mouse. */
export class WorkspacePage {
  readonly problems: string[] = [];
  readonly story: Locator;

  constructor(readonly page: Page) {
    // A request that the test itself cuts off is no problem of the page.
    page.on("console", (message) => {
      if (message.type() === "error" && !/net::ERR|status of 4\d\d|status of 5\d\d/.test(message.text()))
        this.problems.push(message.text());
    });
    page.on("pageerror", (error) => this.problems.push(error.message));
    this.story = page.getByRole("textbox", { name: /^(?:Story|Erroneous story|Your version)$/ });
  }

  async open(collectionId: string): Promise<void> {
    await this.page.goto(`/annotate/queue/${collectionId}`);
  }

  /** The item is on the screen, this tab may write, and all its texts are on the server. */
  async expectItem(name: string): Promise<void> {
    await expect(this.page.getByRole("heading", { level: 1, name, exact: true })).toBeVisible();
    await expect(this.page.locator('[data-save="saved"]')).toBeVisible();
    await expect(this.page.getByRole("button", { name: "All rules are met" })).toBeEnabled();
  }

  /** The item is up for review; its heading has the focus, so the keys are listened to. */
  async expectReview(name: string): Promise<void> {
    await expect(this.page.getByRole("heading", { level: 1, name, exact: true })).toBeFocused();
  }

  /**
   * Delays the server's responses about the next item until `letGo` is called; `answered` waits for the first response.
   */
  async holdNext(): Promise<{ answered: Promise<void>; letGo: () => void }> {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let hear = () => {};
    const answered = new Promise<void>((resolve) => {
      hear = resolve;
    });
    await this.page.route(/annotation\/next/u, async (route) => {
      // The test may end while a later request is still on its way.
      const response = await route.fetch().catch(() => null);
      if (!response) return;
      hear();
      await released;
      await route.fulfill({ response });
    });
    return { answered, letGo: release };
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** A double press in a browser that is busy: the second one arrives once the next item has its heading, and before it is painted. */
  async pressTwice(key: { key: string; code: string; ctrlKey: boolean }): Promise<void> {
    await this.page.evaluate(async (pressed) => {
      const press = () =>
        (document.activeElement ?? document.body).dispatchEvent(
          new KeyboardEvent("keydown", { ...pressed, bubbles: true, cancelable: true }),
        );
      const heading = () => document.querySelector("h1")?.textContent;
      const before = heading();
      const isNext = new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          if (heading() === before) return;
          observer.disconnect();
          resolve();
        });
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
      });
      press();
      await isNext;
      const drawnAt = performance.now() + 600;
      while (performance.now() < drawnAt);
      press();
    }, key);
  }

  /** Puts the cursor behind some words of the story; the story has the focus already. */
  async goBehind(words: string): Promise<void> {
    await this.story.evaluate((field: HTMLTextAreaElement, wanted) => {
      const at = field.value.indexOf(wanted);
      if (at < 0) throw new Error(`the story does not have "${wanted}"`);
      field.setSelectionRange(at + wanted.length, at + wanted.length);
    }, words);
  }

  /** Selects some words of the story, as Shift with the arrow keys does. */
  async select(words: string): Promise<void> {
    await this.goBehind(words);
    await this.story.evaluate((field: HTMLTextAreaElement, length) => {
      field.setSelectionRange(field.selectionEnd - length, field.selectionEnd, "backward");
    }, words.length);
  }

  async expectSaved(): Promise<void> {
    await expect(this.page.getByText(/^Saved on the server, /)).toBeVisible();
  }

  /** Announcements to screen readers. */
  async expectSaid(text: string | RegExp): Promise<void> {
    await expect(this.page.getByRole("status").filter({ hasText: text }).first()).toBeAttached();
  }

  panel(title: string): Locator {
    return this.page.getByRole("region", { name: title });
  }
}
