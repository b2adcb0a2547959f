import { inOrder, People } from "../names/group.ts";

/**
 * Gives each form the number of its person, as the index of a work groups the names that it found. `apart` says which two
 * spellings cannot be one person's.
 */
export function groupNames(
  forms: readonly { readonly text: string; readonly count: number }[],
  apart?: (a: string, b: string) => boolean,
): number[] {
  const people = new People(new Set(), apart);
  const result = new Array<number>(forms.length);
  for (const { name, count, k } of inOrder(forms)) result[k] = people.add(name, count, forms[k]?.text);
  return result;
}
