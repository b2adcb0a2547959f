/** What is said of a file that was cut off. */
export const cutOff = "the file does not end as it should: it seems to be cut off; download it again";

/** Many pages leave one of the two ends out, none both. */
export function isCutPage(html: string): boolean {
  return /<(?:html|body)[\s>]/i.test(html) && !/<\/(?:body|html)\s*>/i.test(html);
}
