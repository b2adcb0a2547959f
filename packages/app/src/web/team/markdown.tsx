import type { ComponentChildren } from "preact";

/** The usual parts of Markdown as elements: headings, lists, paragraphs, bold, italic and code; everything else is text. */
export function Markdown({ text }: { text: string }) {
  return <>{blocksOf(text).map((block, k) => blockOf(block, k))}</>;
}

function blocksOf(text: string): string[][] {
  const blocks: string[][] = [];
  let open = false;
  for (const line of text.replace(/\r\n?/g, "\n").split("\n")) {
    const isBlank = line.trim() === "";
    const startsOwn = /^#{1,4} /.test(line) || (isItem(line) !== isItem(blocks.at(-1)?.at(-1) ?? line) && open);
    if (isBlank) open = false;
    else if (open && !startsOwn && !/^#/.test(blocks.at(-1)?.[0] ?? "")) blocks.at(-1)?.push(line);
    else {
      blocks.push([line]);
      open = true;
    }
  }
  return blocks;
}

function isItem(line: string): boolean {
  return /^\s*([-*]|\d+\.) /.test(line);
}

function blockOf(lines: readonly string[], key: number) {
  const [first = ""] = lines;
  const [, marks = ""] = /^(#{1,4}) /.exec(first) ?? [];
  if (marks.length === 1) return <h3 key={key}>{inline(first.slice(2))}</h3>;
  if (marks.length > 1) return <h4 key={key}>{inline(first.slice(marks.length + 1))}</h4>;
  if (!isItem(first)) return <p key={key}>{inline(lines.join(" "))}</p>;
  const items = lines.map((line, k) => <li key={k}>{inline(line.replace(/^\s*([-*]|\d+\.) /, ""))}</li>);
  return /^\s*\d/.test(first) ? <ol key={key}>{items}</ol> : <ul key={key}>{items}</ul>;
}

function inline(text: string): ComponentChildren[] {
  return text.split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)/).map((part, k) => {
    if (part.length > 4 && part.startsWith("**")) return <strong key={k}>{part.slice(2, -2)}</strong>;
    if (part.length > 2 && part.startsWith("*")) return <em key={k}>{part.slice(1, -1)}</em>;
    if (part.length > 2 && part.startsWith("`")) return <code key={k}>{part.slice(1, -1)}</code>;
    return part;
  });
}
