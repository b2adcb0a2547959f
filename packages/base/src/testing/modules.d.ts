/** Packages for tests that come without types: as much as is used of them. */
declare module "papaparse" {
  interface Parsed<Row> {
    readonly data: readonly Row[];
    readonly errors: readonly unknown[];
  }
  const Papa: { parse<Row>(text: string, options?: { skipEmptyLines?: boolean }): Parsed<Row> };
  export default Papa;
}
