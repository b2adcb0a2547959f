import { bracketed, inlineText, isBlock, isLeftOut, Running, tidy } from "./inline.ts";
import { childNamed, type Element, elementsOf } from "./tree.ts";

/** A paragraph or speech of an edition. */
export interface TeiParagraph {
  readonly text: string;
  /** Of a speech: who speaks, as printed before it. */
  readonly speaker?: string;
}

/** The paragraphs of an element, in their order: speeches with their speakers, stanzas as one, directions in brackets. */
export function paragraphsIn(element: Element): TeiParagraph[] {
  const found: TeiParagraph[] = [];
  new Paragraphs(found).take(element);
  return found;
}

class Paragraphs {
  constructor(private readonly found: TeiParagraph[]) {}

  take(element: Element): void {
    const { name } = element;
    if (name === "sp") this.speech(element);
    else if (name === "stage") this.add(bracketed(inlineText(element), "[", "]"));
    else if (name === "lg" && isStanza(element)) this.add(inlineText(element));
    else if (name === "row") this.add(tidy(elementsOf(element).map(inlineText).join(" ")));
    else this.mixed(element);
  }

  /** Text and blocks in turn. */
  private mixed(element: Element): void {
    let text = new Running("");
    let verses: Element[] = [];
    const end = () => {
      this.add(tidy(verses.map(inlineText).join(" ")));
      this.add(tidy(text.all));
      [verses, text] = [[], new Running("")];
    };
    for (const child of element.children) {
      if (typeof child === "string") text.add(child);
      else if (isLeftOut(child)) continue;
      else if (child.name === "l" && element.name !== "l") {
        if (tidy(text.all) !== "") end();
        verses.push(child);
      } else if (holdsBlocks(child)) {
        end();
        this.take(child);
      } else {
        if (verses.length > 0) end();
        text.add(child);
      }
    }
    end();
  }

  private speech(element: Element): void {
    const speaker = tidy(inlineText(childNamed(element, "speaker") ?? nothing)).replace(/[.:,\s]+$/, "");
    const said = { ...element, name: "", children: element.children.filter((child) => !isSpeaker(child)) };
    const printed = [speaker === "" ? "" : `${speaker}.`, inlineText(said)].filter(Boolean).join(" ");
    this.add(printed, speaker || undefined);
  }

  private add(text: string, speaker?: string): void {
    if (/[\p{L}\p{N}?!]/u.test(text)) this.found.push({ text, speaker });
  }
}

const nothing: Element = { name: "", attributes: {}, children: [] };

function isSpeaker(child: Element | string): boolean {
  return typeof child !== "string" && child.name === "speaker";
}

/** A block, or something that has one in it: a quotation of whole paragraphs. */
function holdsBlocks(element: Element): boolean {
  return isBlock(element) || elementsOf(element).some(holdsBlocks);
}

/** Verses and nothing else that is a block. */
function isStanza(element: Element): boolean {
  return elementsOf(element).every((child) => child.name === "l" || child.name === "head" || !isBlock(child));
}
