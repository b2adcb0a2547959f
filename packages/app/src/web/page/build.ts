import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "vite";
import { dataOpen, slots } from "../../page/slots.ts";
import { replacing } from "../../tab/site.ts";

const web = fileURLToPath(new URL("../", import.meta.url));
const nothing = [
  ...["parts/book/book-menu.tsx", "parts/book/export-menu.tsx", "parts/book/old-guides.tsx", "parts/quiz/export.tsx"],
  ...["parts/reading/why.tsx", "screens/add.tsx", "team/menu.tsx"],
];

/** What the page has in place of what needs a server, and without what its readers have no use for. */
export const forReaders = replacing(
  Object.fromEntries([
    ...["aligning.ts", "backend.ts"].map((name) => [`${web}${name}`, `${web}page/${name}`]),
    [`${web}team/identity.ts`, `${web}page/identity.ts`],
    ...nothing.map((name) => [`${web}${name}`, `${web}page/nothing.ts`]),
  ]),
);

/** Script and style become one HTML file, which may use them, known by their hashes, and nothing else. */
export const inOneFile: Plugin = {
  name: "in-one-file",
  enforce: "post",
  generateBundle(_, bundle) {
    let [script, style] = ["", ""];
    for (const [name, made] of Object.entries(bundle)) {
      if (made.type === "chunk") script += made.code;
      else if (name.endsWith(".css")) style += String(made.source);
      delete bundle[name];
    }
    const source = pageWith(script.trim().replaceAll("</script", "<\\/script"), style.trim());
    this.emitFile({ type: "asset", fileName: "reading-page.html", source });
  },
};

/** Builds the page next to the app, whose export fills it. */
export function withReadingPage(configFile: string): Plugin {
  let outDir = "";
  return {
    name: "with-reading-page",
    configResolved: (config) => void (outDir = config.build.outDir),
    closeBundle: async () =>
      void (await build({ configFile, mode: "page", logLevel: "warn", build: { outDir, emptyOutDir: false } })),
  };
}

function pageWith(script: string, style: string): string {
  const policy = `default-src 'none'; script-src ${allowed(script)}; style-src ${allowed(style)}; img-src data:; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="color-scheme" content="light dark">
<title>${slots.title}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<noscript>This page needs JavaScript; the book is in it, and nothing is loaded from elsewhere.</noscript>
<div id="page"></div>
${dataOpen}${slots.book}</script>
<script type="module">${script}</script>
</body>
</html>
`;
}

function allowed(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
