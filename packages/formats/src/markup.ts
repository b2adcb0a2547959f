import { sha256Base64 } from "@plotline/base/sha256";
import { italicStretches } from "@plotline/text";

interface HtmlFile {
  readonly title: string;
  readonly style: string;
  readonly body: string;
  readonly script?: string;
  /** Further elements of its head. */
  readonly head?: string;
}

/** The page may use its own style and script, known by their hashes, and nothing else: not what a text smuggled in. */
export function htmlFile({ title, style, body, script, head = "" }: HtmlFile): string {
  const scripts = script === undefined ? "" : ` script-src ${allowed(script)};`;
  const policy = `default-src 'none'; style-src ${allowed(style)};${scripts} img-src data:; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
${head}<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
${body}${script === undefined ? "" : `\n<script>${script}</script>`}
</body>
</html>
`;
}

function allowed(text: string): string {
  return `'sha256-${sha256Base64(text)}'`;
}

/** Text escaped for HTML and SVG, between tags and in attributes. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** The same for XML, which some control characters may not be part of, however they are written. */
export function escapedXml(text: string): string {
  return escaped(text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu, ""));
}

interface ProseOptions {
  readonly escaping?: (text: string) => string;
  /** Only a part of the text, by its place. */
  readonly from?: number;
  readonly to?: number;
}

/** The text of a book, escaped, with its _italics_ as elements. */
export function prose(text: string, options: ProseOptions = {}): string {
  const { escaping = escaped, from = 0, to = text.length } = options;
  return italicStretches(text)
    .map(({ start, end, isItalic }) => {
      const part = escaping(text.slice(Math.max(start, from), Math.min(end, to)));
      return isItalic && part !== "" ? `<em>${part}</em>` : part;
    })
    .join("");
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
