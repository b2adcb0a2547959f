import type { Table } from "./alignment-table.ts";
import { escaped, tablePage } from "./markup.ts";
import { detailTable, figureNames, type Results, setRows } from "./results-table.ts";

/** The table as one HTML file that needs nothing else. */
export function resultsPage(results: Results, title: string): string {
  const body = `${mainTable(results)}
<p>g: uses a similarity of two texts; order: keeps the order of the story; –: not measured, or not in the paper.</p>
${(results.notes ?? []).map((note) => `<p>${escaped(note)}</p>`).join("\n")}
${details(detailTable(results))}
<p class="signature">${escaped(results.signature)}</p>`;
  return tablePage(title, body);
}

function mainTable(results: Results): string {
  const heads = figureNames.map((name) => `<th scope="col">${name}</th>`).join("");
  const rows = setRows(results).map(
    ({ method, g, order, ours, paper }) =>
      `<tr><th scope="row">${escaped(method)}</th><td>${g}</td><td>${order}</td>${cells(ours)}${cells(paper, "paper")}</tr>`,
  );
  return `<table>
<thead>
<tr><td colspan="3"></td><th scope="colgroup" colspan="5">ours</th><th scope="colgroup" colspan="5" class="paper">paper</th></tr>
<tr><th scope="col">alignment</th><th scope="col">g</th><th scope="col">order</th>${heads}${heads}</tr>
</thead>
<tbody>
${rows.join("\n")}
</tbody>
</table>`;
}

function details({ header, rows }: Table): string {
  if (rows.length === 0) return "";
  const line = (tag: string, texts: readonly string[]) =>
    `<tr>${texts.map((text) => `<${tag}>${escaped(text)}</${tag}>`).join("")}</tr>`;
  return `<h2>What each accuracy is based on</h2>
<table class="details">
<thead>${line("th", header)}</thead>
<tbody>
${rows.map((row) => line("td", row)).join("\n")}
</tbody>
</table>`;
}

function cells(figures: readonly string[], look?: string): string {
  const name = look === undefined ? "" : ` class="${look}"`;
  return figures.map((text) => `<td${name}>${escaped(text)}</td>`).join("");
}
