import type { StimulusScreen } from "@/lib/domain/items/kinds/item-kind.ts";
import type { Say } from "@/lib/domain/survey/languages/messages.ts";

/** The common props of item inputs. */
export interface ItemInputProps {
  say: Say;
  stimulus: StimulusScreen;
  isSameStory: boolean;
  /** The previous answers, by the name of the form field. */
  given: Readonly<Record<string, string>>;
  problems: readonly { field: string; message: string }[];
}
