import { Tokenizer, type TokenizerCallbacks } from "htmlparser2";

/** Hands the tags and the text of a page to `reader`, by htmlparser2, which has an answer to everything. */
export function tokenize(html: string, reader: TokenizerCallbacks): void {
  const tokenizer = new Tokenizer({ decodeEntities: true }, reader);
  tokenizer.write(html);
  tokenizer.end();
}
