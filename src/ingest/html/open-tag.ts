/** The start tag that is being read: its name, where it begins, and the attributes that matter here. */
export class OpenTag {
  name = "";
  start = 0;
  className = "";
  id = "";
  href = "";
  /** What the section is, as EPUB names it: `chapter`, `frontmatter`, `z3998:subchapter`. */
  type = "";
  private attribute = "";
  private value = "";

  constructor(private readonly html: string) {}

  begin(start: number, end: number): void {
    this.name = this.html.slice(start, end).toLowerCase();
    this.start = start;
    this.className = this.id = this.href = this.type = "";
  }

  beginAttribute(start: number, end: number): void {
    this.attribute = lengths.has(end - start) ? this.html.slice(start, end).toLowerCase() : "";
    this.value = "";
  }

  addValue(start: number, end: number): void {
    if (wanted.has(this.attribute)) this.value += this.html.slice(start, end);
  }

  addCharacter(codepoint: number): void {
    this.value += String.fromCodePoint(codepoint);
  }

  endAttribute(): void {
    if (this.attribute === "class") this.className = this.value;
    else if (this.attribute === "id" || (this.attribute === "name" && this.name === "a")) this.id = this.value;
    else if (this.attribute === "href" && this.name === "a") this.href = this.value;
    else if (this.attribute === "epub:type") this.type = this.value;
  }
}

const wanted = new Set(["class", "id", "name", "href", "epub:type"]);
const lengths = new Set([...wanted].map(({ length }) => length));
