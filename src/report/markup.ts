/** One HTML file with a title over its body that needs nothing else, and asks nothing of any network. */
export function standalonePage({ title, style, body }: { title: string; style: string; body: string }): string {
  const headed = `<h1>${escaped(title)}</h1>\n${body}`;
  return htmlFile({ title, style, body: headed, policy: "default-src 'none'; style-src 'unsafe-inline'" });
}

interface HtmlFile {
  readonly title: string;
  readonly style: string;
  readonly body: string;
  /** What the page may load and run. */
  readonly policy: string;
  /** Further elements of its head. */
  readonly head?: string;
}

export function htmlFile({ title, style, body, policy, head = "" }: HtmlFile): string {
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
${body}
</body>
</html>
`;
}

/** Text as it may stand in HTML and SVG, between tags and in attributes. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
