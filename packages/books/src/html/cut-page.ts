/** What is said of a file that was cut off. */
export const cutOff = "the file seems to be cut off (its end is missing); download it again";

/** Many pages leave one of the two ends out, none both. */
export function isCutPage(html: string): boolean {
  return /<(?:html|body)[\s>]/i.test(html) && !/<\/(?:body|html)\s*>/i.test(html);
}
