import { palette } from "@plotline/formats";

/** The confidence that a paragraph is covered, as a class: a page whose styles are allowed by hash has none on its elements. */
export function strengthClass(strength: number): string {
  return `sure${Math.round(steps * strength)}`;
}

const steps = 20;
const strengths = Array.from({ length: steps + 1 }, (_, k) => `.sure${k}{--covered:${k / steps}}`).join("");

/** The look of the page: two columns of book type, ribbons between them, margin notes on paper. */
export const style = `${palette}
:root{font:18px/1.55 "Iowan Old Style","Palatino Linotype",Palatino,Charter,Georgia,serif;color:var(--ink);background:var(--paper)}
*{box-sizing:border-box}
body{margin:0;height:100vh;height:100dvh;display:flex;flex-direction:column;overflow:hidden}
header{display:flex;flex-wrap:wrap;gap:.2rem 1.5rem;align-items:baseline;padding:.8rem 2rem .7rem;border-bottom:1px solid var(--rule)}
h1{font-size:1.15rem;font-weight:600;margin:0;letter-spacing:.01em}
header p{margin:0;color:var(--soft);font-size:.8rem}
.contents{position:relative;margin-left:auto;font-size:.8rem}.contents summary{cursor:pointer}
.contents nav{position:absolute;right:0;z-index:2;width:min(26rem,calc(100vw - 2rem));max-height:70vh;overflow-y:auto;padding:.6rem 1rem;background:var(--raised);border:1px solid var(--rule);border-radius:6px}
.contents h2{margin:.8rem 0 .2rem}.contents a{display:block;padding:.15rem 0;color:var(--ink);overflow-wrap:anywhere}
main{flex:1;min-height:0;display:grid;grid-template-columns:minmax(16rem,2fr) minmax(3rem,7rem) minmax(22rem,3fr)}
.pane{overflow-y:auto;padding:1.2rem 0 45vh;scrollbar-width:thin;scrollbar-color:var(--rule) transparent;outline:0}
.summary{padding-left:max(1.2rem,calc(50vw - 44rem))}
.story{padding-right:max(1.2rem,calc(50vw - 44rem))}
h2{font-size:.72rem;font-weight:600;letter-spacing:.12em;text-transform:uppercase;color:var(--soft);margin:0 1rem .8rem 2.6rem}
h3{font-size:1.05rem;font-weight:600;margin:2rem 1rem .8rem 2.6rem}
ol{list-style:none;margin:0;padding:0}
li,.paragraph{position:relative;padding:.45rem 1rem .45rem 2.6rem;border-radius:6px;cursor:pointer;transition:background-color .15s}
li{font-size:.92rem;line-height:1.5;margin-bottom:.35rem}
li p,.paragraph p{margin:0;max-width:36rem;overflow-wrap:anywhere;hyphens:auto}
.number{position:absolute;left:.4rem;width:1.7rem;text-align:right;color:var(--soft);font-size:.68rem;line-height:2.1;font-variant-numeric:tabular-nums}
.paragraph::before{content:"";position:absolute;left:0;top:.35rem;bottom:.35rem;width:2px;border-radius:2px;background:rgb(var(--glow)/calc(.12 + .55*var(--covered)))}
.paragraph.uncovered::before{background:none;border-left:2px dotted var(--rule)}
.unmatched p::after{content:" — no matching passage found";color:var(--soft);font-style:italic;font-size:.85em}
li.lit{background:rgb(var(--glow)/.14)}
.carries{text-decoration:underline;text-decoration-color:rgb(var(--glow)/.9);text-decoration-thickness:.12em;text-underline-offset:.2em}
.paragraph.lit{background:rgb(var(--glow)/calc(.05 + .15*var(--sure,.6)))}
li:focus-visible,.paragraph:focus-visible{outline:2px solid var(--accent);outline-offset:-2px}
.between{width:100%;height:100%;overflow:hidden;display:block}
.between path{fill:rgb(var(--glow)/calc(.025 + .13*var(--strength)));transition:fill .15s}
.between.choosing path{fill:rgb(var(--glow)/.035)}
.between path.lit{fill:rgb(var(--glow)/calc(.18 + .4*var(--strength)))}
footer{padding:.35rem 2rem;border-top:1px solid var(--rule);color:var(--soft);font-size:.68rem}
.note{display:none;overflow-wrap:anywhere}
@media(max-width:820px){body{height:auto;overflow:visible}main{display:block}.summary,.between{display:none}.story{padding:1rem .6rem 3rem}
.note{display:block;margin:1.1rem .4rem .5rem;padding:.6rem .9rem;background:rgb(var(--glow)/.1);border-radius:6px;font-size:.86rem;line-height:1.45;color:var(--ink)}
.note .number{position:static;margin-right:.3rem;line-height:inherit}.paragraph{cursor:auto}}
@media(prefers-reduced-motion:reduce){*{transition:none!important}}
@page{margin:20mm 16mm}
@media print{:root{--paper:#fff;--ink:#000;--soft:#555;--rule:#bbb;--glow:154 59 32;font-size:10.5pt;line-height:1.4}
body{display:block;height:auto;overflow:visible}header{padding:0 0 4mm}.contents{display:none}main{display:block}.summary,.between,.story h2{display:none}
.pane{overflow:visible;padding:0}.paragraph{padding:0 0 2.2mm 8mm;break-inside:auto;orphans:3;widows:3}
.paragraph::before,.number{print-color-adjust:exact;-webkit-print-color-adjust:exact}.paragraph p{max-width:none;text-align:justify}
.paragraph .number{left:0}.note{display:block;float:right;clear:right;width:54mm;margin:0 0 3mm 6mm;padding:1.5mm 0 1.5mm 3mm;border-left:.6pt solid #888;font-size:8.5pt;line-height:1.3;font-style:italic;break-inside:avoid}
.note .number{position:static;font-style:normal;line-height:inherit}footer{border:0;padding:4mm 0 0}}
`
  .replaceAll("\n", "")
  .concat(strengths);
