// What may be chosen next. The options of a unit's list are all that the rules allow it, in canonical text; each is a
// way of steps – “A MAR S A PAR - BUR” is S, PAR, BUR – so nothing here knows a rule. No page is needed to run it.

const TEXT = /^(?:([AF]) ([A-Z]{3})(\/[A-Z]{2})? )?(?:([HDB]|WAIVE)|([-R]) (\S{3})(\/..)?( VIA)?|([SC]) [AF] (\S{3})\S*(?: - (\S{3})(\S*))?)$/;

/** The ways that lead to an order; a move overseas can be asked for as such, too. */
function waysTo({ text, overseas }) {
  const [, kind, , coast = "", alone, going, target, to = "", via, helping, other, goal, at = ""] = TEXT.exec(text) ?? [];
  if (alone === "B") return [[kind + coast]];
  if (alone) return [[alone]];
  if (going === "R") return [["R", target, to]];
  if (going) return (overseas ? ["M", "V"] : ["M"]).map((first) => [first, target, via ? "VIA" : to]);
  if (helping) return [[helping, other, goal ?? other, at]];
  return [];
}

/** All ways through the options, each {text, short, overseas}. */
export function waysThrough(options) {
  return options.flatMap((option) => waysTo(option).map((way) => ({ way, option })));
}

/**
 * Go on from the steps taken as far as there is no choice. `steps` may come next; where there are none, `order` is what
 * was chosen.
 */
export function follow(ways, taken) {
  for (;;) {
    const left = ways.filter(({ way }) => taken.every((step, at) => way[at] === step));
    const steps = [...new Set(left.map(({ way }) => way[taken.length]))];
    if (steps.length !== 1) return { taken, left, steps };
    if (steps[0] === undefined) return { taken, left, steps: [], order: left[0].option };
    taken = [...taken, steps[0]];
  }
}

/** As much of the order as is certain: what all that are left have in common, to the end of a word, and “…”. */
export function sentence(left) {
  const texts = left.map(({ option }) => option.short);
  let common = texts[0] ?? "";
  for (const text of texts) while (!text.startsWith(common)) common = common.slice(0, -1);
  const open = texts.some((text) => /^[\p{L}\p{N}]/u.test(text.slice(common.length)));
  if (open) common = common.replace(/[\p{L}\p{N}]+$/u, "");
  return common.replace(/[\s(]+$/, "").replace(/[^-]$/, "$& ") + "…";
}

/** The order, if any, that a support or a convoy expects of the unit it helps: its province and texts, best first. */
export function expected(text) {
  const [, help, unit, province, target] = / ([SC]) ([AF] (\S{3})\S*) - (\S+)$/.exec(text) ?? [];
  if (!help) return null;
  const move = `${unit} - ${target}`;
  return { province, texts: help === "C" ? [`${move} VIA`, move] : [move] };
}
