import type { FigureNode } from "./figure-tree.ts";
import { plain } from "./figure-tree.ts";

/** A link or button found on a page. */
interface Control {
  name: string;
  /** Its effect: the target of a link, or the form it submits with its values. */
  effect: string;
  /** The effect without the values that distinguish the rows of a list. */
  kind: string;
  /** The elements around it, outermost first. */
  path: readonly FigureNode[];
}

/** Elements that repeat: the text of each identifies the object of its buttons. */
const rows = new Set(["tr", "li", "article", "fieldset", "dd", "details"]);
/** Elements that are not visible initially, or not read as part of the page. */
const hidden = new Set(["dialog", "script", "style", "template", "svg", "select", "textarea", "iframe", "noscript"]);

/**
 * Names that two links or buttons of one page share although they have different effects. Rows of a list or table may
 * repeat a name for the same effect on the object of the row. Empty if each name has only one effect.
 */
export function likeNamed(root: FigureNode): string[] {
  const controls: Control[] = [];
  collect(root, [], null, controls);
  const clashes = new Map<string, string>();
  for (const [index, one] of controls.entries()) {
    const other = controls.slice(0, index).find(({ name }) => name === one.name);
    if (other && !isAlike(other, one)) clashes.set(one.name, `"${one.name}": ${other.effect} and ${one.effect}`);
  }
  return [...clashes.values()];
}

function isAlike(left: Control, right: Control): boolean {
  if (left.effect === right.effect) return true;
  const fork = left.path.findIndex((node, depth) => node !== right.path[depth]);
  const [one, other] = [left.path[fork], right.path[fork]];
  const navs = [left, right].map(({ path }) => path.findLast(({ tag }) => tag === "nav"));
  // Navigation landmarks have names: "Main", "Pages of this study".
  if (navs[0] && navs[1] && navs[0].label !== navs[1].label) return true;
  return (
    one !== undefined && other !== undefined && one.tag === other.tag && rows.has(one.tag) && isOneKind(left, right)
  );
}

/** Whether two effects differ only in their object: one part of a path, and the values of its query. */
function isOneKind(left: Control, right: Control): boolean {
  const [parts, others] = [left.kind.split("/"), right.kind.split("/")];
  const different = parts.filter((part, index) => part !== others[index]).length;
  return parts.length === others.length && different <= (parts.length > 2 ? 1 : 0);
}

function collect(node: FigureNode, above: readonly FigureNode[], form: FigureNode | null, into: Control[]): void {
  if (hidden.has(node.tag) || isUnread(node)) return;
  const path = [...above, node];
  const name = nameOf(node);
  const href = attribute(node, "href");
  if (node.tag === "a" && href !== null && name !== "")
    into.push({ name, effect: `leads to ${href}`, kind: `leads to ${masked(href)}`, path });
  if (node.tag === "button" && name !== "") into.push({ name, ...effectOf(node, form, into.length), path });
  for (const child of node.children) collect(child, path, node.tag === "form" ? node : form, into);
}

function effectOf(button: FigureNode, form: FigureNode | null, place: number): { effect: string; kind: string } {
  const target = attribute(button, "popovertarget") ?? attribute(button, "aria-controls");
  if (target !== null) return { effect: `opens ${target}`, kind: "opens" };
  if (attribute(button, "type") === "button" || form === null) {
    // The effect of a script is not in the markup, so no two of these are known to be equal.
    return { effect: `is button ${place} of a script`, kind: "script" };
  }
  const fields = hiddenFields(form);
  const sent = attribute(button, "name");
  const own = sent === null ? "" : ` ${sent}=${attribute(button, "value") ?? ""}`;
  const actions = fields.filter(([key]) => key.startsWith("$ACTION")).map(([key, value]) => actionOf(key, value));
  const address = `${attribute(form, "method") ?? "get"} ${attribute(form, "action") ?? ""} ${actions.join("")}`;
  const values = fields.filter(([key]) => !key.startsWith("$ACTION")).map(([key, value]) => `${key}=${value}`);
  const names = fields.filter(([key]) => !key.startsWith("$ACTION")).map(([key]) => key);
  return {
    effect: `sends ${address} ${values.join("&")}${own}`,
    kind: `sends ${masked(address)} ${names.join("&")} ${sent}`,
  };
}

/** Hidden from everyone, except streamed parts that are not inserted yet. */
function isUnread({ attributes }: FigureNode): boolean {
  return /\shidden(=""|(?=[\s/]|$))|\saria-hidden="true"/.test(` ${attributes}`) && !/\sid="S:/.test(` ${attributes}`);
}

/** The ID of a server action: in the name of its field, or in the value of its first argument. */
function actionOf(key: string, value: string): string {
  return /^\$ACTION_ID_/.test(key) ? key : (/"id":"([0-9a-f]+)"/.exec(value)?.[1] ?? "");
}

function hiddenFields(node: FigureNode): [key: string, value: string][] {
  const own: [string, string][] =
    node.tag === "input" && attribute(node, "type") === "hidden"
      ? [[attribute(node, "name") ?? "", attribute(node, "value") ?? ""]]
      : [];
  return [...own, ...node.children.flatMap(hiddenFields)];
}

/** The accessible name of the control: its label, otherwise its text without decoration. */
function nameOf(node: FigureNode): string {
  return (node.label || wordsOf(node)).replaceAll(/\s+/g, " ").trim();
}

function wordsOf(node: FigureNode): string {
  if (node.tag === "svg" || /\baria-hidden="true"/.test(node.attributes)) return "";
  return node.label || node.text + node.children.map(wordsOf).join(" ");
}

function attribute(node: FigureNode, name: string): string | null {
  const found = new RegExp(`(?:^|\\s)${name}="([^"]*)"`, "i").exec(node.attributes)?.[1];
  return found === undefined ? null : plain(found);
}

/** An address without IDs and without the values of its query. */
function masked(address: string): string {
  return address
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "*")
    .replaceAll(/=[^&#]*/g, "=*")
    .replace(/#.*$/, "#*");
}
