/** Text in lines that fit the terminal, each after an indent. */
export function wrap(text: string, { indent = 0, columns = Math.min(process.stdout.columns || 80, 100) } = {}): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && longer.length > columns - indent) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line].map((each) => " ".repeat(indent) + each).join("\n");
}

export function beginning(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text;
}
