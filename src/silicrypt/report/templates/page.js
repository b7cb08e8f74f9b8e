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

const choice = (form, name) => form.elements[name].value;

/** Shows the rows of the results table that match both filters. */
function filter(form) {
  const rows = document.querySelectorAll("#results tbody tr");
  let shown = 0;
  for (const row of rows) {
    const keep = ["target", "level"].every(
      (name) => !choice(form, name) || choice(form, name) === row.dataset[name],
    );
    row.hidden = !keep;
    shown += keep ? 1 : 0;
  }
  for (const name of ["target", "level"]) {
    document.getElementById("results").classList.toggle(`one-${name}`, choice(form, name) !== "");
  }
  form.querySelector("output").textContent = `${shown} of ${rows.length} runs`;
}

const form = document.querySelector(".filters");
if (form) {
  form.hidden = false;
  const { target, level } = form.elements;
  if ([...target.options].some((option) => option.value === "ecp5-85k")) {
    target.value = "ecp5-85k";
    level.value = "core";
  }
  form.addEventListener("change", () => filter(form));
  form.addEventListener("submit", (event) => event.preventDefault());
  filter(form);
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
