/** The colours of the pages that plotline writes, by day and by night: those of the app (web/style/tokens.css). */
export const palette = `
:root{color-scheme:light dark;--paper:#faf8f3;--raised:#fffefb;--ink:#211f1b;--soft:#645f55;--rule:#e2dccf;--accent:#9a3b20;--glow:154 59 32}
@media(prefers-color-scheme:dark){:root{--paper:#181715;--raised:#201f1c;--ink:#e8e2d6;--soft:#a79f91;--rule:#35322d;--accent:#eb9775;--glow:235 151 117}}
`.replaceAll("\n", "");

/** A page of tables and curves: figures flush right, what they are of flush left. */
export const tableStyle = `${palette}
body{margin:2rem auto;max-width:68rem;padding:0 1rem;background:var(--paper);color:var(--ink);font:1rem/1.5 Georgia,serif}
h1{font-size:1.5rem}p{color:var(--soft)}
table{border-collapse:collapse;margin:1rem 0;font-variant-numeric:tabular-nums;display:block;overflow-x:auto}
th,td{padding:.25rem .7rem .25rem 0;border-bottom:1px solid var(--rule);text-align:right;font-weight:400;white-space:nowrap}
thead th{color:var(--soft);font-size:.85rem}th[scope=row],th:first-child,.details td:nth-child(-n+2),.details th:nth-child(-n+2){text-align:left}
.paper{color:var(--soft)}th.paper,th[scope=colgroup]{text-align:center}
svg{max-width:100%;height:auto}.wide{overflow-x:auto}.axis{stroke:var(--rule)}
polyline{fill:none;stroke-width:2;stroke:var(--soft)}polyline.first{stroke:var(--accent)}
text{font:12px Georgia,serif;fill:var(--soft)}text.first{fill:var(--accent)}text.tick{text-anchor:middle}
.signature{font:.8rem/1.5 ui-monospace,monospace;overflow-wrap:anywhere}
`.replaceAll("\n", "");
