"use strict";

/** Returns the sort key of a cell: its number, or else its text; empty cells sort last. */
function keyOf(row, column) {
  const cell = row.cells[column];
  if (cell.dataset.value !== undefined) return Number(cell.dataset.value);
  const text = cell.textContent.trim();
  return text === "–" || text === "" ? null : text;
}

function compare(a, b) {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a).localeCompare(String(b), "en", { numeric: true });
}

function sortBy(header) {
  const table = header.closest("table");
  const column = header.cellIndex;
  const down = header.getAttribute("aria-sort") === "ascending";
  for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
  header.setAttribute("aria-sort", down ? "descending" : "ascending");
  const body = table.tBodies[0];
  const keyed = [...body.rows].map((row) => [keyOf(row, column), row]);
  keyed.sort(([a], [b]) => {
    if (a === null || b === null) return (a === null) - (b === null);
    return down ? compare(b, a) : compare(a, b);
  });
  body.append(...keyed.map(([, row]) => row));
}

for (const button of document.querySelectorAll(".sortable thead button")) {
  button.addEventListener("click", () => sortBy(button.parentElement));
}

const FILTERS = ["target", "level", "algorithm", "origin"];
const CHOICES = [...FILTERS, "objective"];
/** Objectives of which a smaller value is better. */
const SMALLER = ["cycles"];
const choice = (form, name) => form.elements[name].value;

/** Returns the number in a column of a row, or null. */
function figure(row, column) {
  const value = row.querySelector(`.${column}`).dataset.value;
  return value === undefined ? null : Number(value);
}

/** Marks the rows that no other row of the same algorithm, target, level and unit beats. */
function mark(rows, objective) {
  const sign = SMALLER.includes(objective) ? -1 : 1;
  const groups = new Map();
  for (const row of rows) {
    row.classList.remove("front");
    if (!objective || row.dataset.verified !== "true") continue;
    const [value, area] = [figure(row, objective), figure(row, "area")];
    if (value === null || area === null) continue;
    const { algorithm, target, level } = row.dataset;
    const key = [algorithm, target, level].join("|");
    groups.set(key, [...(groups.get(key) ?? []), { row, value: sign * value, area }]);
  }
  for (const group of groups.values()) {
    for (const one of group) {
      const beaten = group.some(
        (other) =>
          other.value >= one.value &&
          other.area <= one.area &&
          (other.value > one.value || other.area < one.area),
      );
      one.row.classList.toggle("front", !beaten);
    }
  }
}

/** Shows the rows of the results table that match the filters, and updates the link to the view. */
function filter(form) {
  const rows = document.querySelectorAll("#results tbody tr");
  const alone = form.elements.front.checked;
  let shown = 0;
  mark(rows, choice(form, "objective"));
  for (const row of rows) {
    const keep =
      FILTERS.every((name) => !choice(form, name) || choice(form, name) === row.dataset[name]) &&
      (!alone || row.classList.contains("front"));
    row.hidden = !keep;
    shown += keep ? 1 : 0;
  }
  for (const name of ["target", "level"]) {
    document.getElementById("results").classList.toggle(`one-${name}`, choice(form, name) !== "");
  }
  form.querySelector("output").textContent = `${shown} of ${rows.length} runs`;
  const words = new URLSearchParams(CHOICES.map((name) => [name, choice(form, name)]));
  if (alone) words.set("front", "1");
  form.querySelector(".permalink").href = `#results?${words}`;
}

/** Sorts by the objective, the best row first. */
function rank(form) {
  const objective = choice(form, "objective");
  const header = objective && document.querySelector(`#results thead .${objective}`);
  form.elements.front.disabled = !objective;
  if (!objective) form.elements.front.checked = false;
  if (!header) return;
  header.setAttribute("aria-sort", SMALLER.includes(objective) ? "none" : "ascending");
  sortBy(header);
}

/** Sets the filters from a link to a view; returns whether the address is such a link. */
function recall(form) {
  const [view, words] = location.hash.split("?");
  if (view !== "#results" || words === undefined) return false;
  const wanted = new URLSearchParams(words);
  for (const name of CHOICES) {
    const value = wanted.get(name) ?? "";
    const known = [...form.elements[name].options].some((option) => option.value === value);
    form.elements[name].value = known ? value : "";
  }
  form.elements.front.checked = wanted.get("front") === "1";
  return true;
}

const form = document.querySelector(".filters");
if (form) {
  const show = () => {
    rank(form);
    filter(form);
  };
  form.hidden = false;
  const { target, level } = form.elements;
  if (!recall(form) && [...target.options].some((option) => option.value === "ecp5-85k")) {
    target.value = "ecp5-85k";
    level.value = "core";
  }
  form.addEventListener("change", (event) => {
    if (event.target.name === "objective") rank(form);
    filter(form);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", () => {
    if (recall(form)) show();
  });
  show();
  if (location.hash.startsWith("#results?")) form.scrollIntoView({ behavior: "instant" });
}

/** Opens the list that contains the run of a link. */
function reveal() {
  const row = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const list = row && row.closest("details");
  if (list && !list.open) {
    list.open = true;
    row.scrollIntoView({ block: "center" });
  }
}
addEventListener("hashchange", reveal);
reveal();

// The plots name their points in aria-label. A title element shows the name as a tooltip.
for (const mark of document.querySelectorAll('.plot [role="graphics-symbol"][aria-label]')) {
  const title = document.createElementNS("http://www.w3.org/2000/svg", "title");
  title.textContent = mark.getAttribute("aria-label");
  mark.append(title);
}
