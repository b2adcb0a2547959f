import { sha256Base64 } from "@plotline/base/sha256";
import { italicStretches } from "@plotline/text";

interface HtmlFile {
  readonly title: string;
  readonly style: string;
  readonly body: string;
}

/** The page may use its own style, known by its hash, and nothing else: not what a text smuggled in. */
export function htmlFile({ title, style, body }: HtmlFile): string {
  const policy = `default-src 'none'; style-src 'sha256-${sha256Base64(style)}'; img-src data:; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

/** Text escaped for HTML and SVG, between tags and in attributes. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** The same for XML, which some control characters may not be part of, however they are written. */
export function escapedXml(text: string): string {
  return escaped(text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu, ""));
}

/** The text of a book, escaped, with its _italics_ as elements. */
export function prose(text: string, escaping = escaped): string {
  return italicStretches(text)
    .map(({ start, end, isItalic }) => {
      const part = escaping(text.slice(start, end));
      return isItalic ? `<em>${part}</em>` : part;
    })
    .join("");
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
