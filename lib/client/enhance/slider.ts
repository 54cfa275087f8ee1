import { say } from "./words.ts";

/**
 * Converts marked fields to sliders. A slider always has a position. Until it is moved, it therefore has no name,
 * submits nothing, and shows that nothing is chosen. Arrow keys, Home and End work as for any range input.
 */
export function startSliders(form: HTMLFormElement): void {
  for (const field of form.querySelectorAll<HTMLInputElement>("[data-slider]")) {
    const initialValue = field.value.trim();
    const { name } = field;
    const output = document.createElement("output");
    field.type = "range";
    field.className = "slider";
    // Numbers are always written from left to right; the slider follows the direction of its labels.
    field.removeAttribute("dir");
    field.after(output);
    const choose = () => {
      field.name = name;
      field.classList.remove("untouched");
      output.textContent = field.value;
      field.removeAttribute("aria-valuetext");
    };
    if (initialValue !== "" && !Number.isNaN(Number(initialValue))) {
      field.value = initialValue;
      choose();
      continue;
    }
    field.removeAttribute("name");
    field.classList.add("untouched");
    output.textContent = say("notChosenYet");
    field.setAttribute("aria-valuetext", say("notChosenYet"));
    for (const event of ["input", "pointerdown", "keydown"]) {
      field.addEventListener(event, (happened) => {
        const { key } = happened as KeyboardEvent;
        if (key === undefined || /^(Arrow|Page|Home|End| )/.test(key)) choose();
      });
    }
    field.addEventListener("input", choose);
  }
}
