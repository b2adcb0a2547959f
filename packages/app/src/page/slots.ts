/** Where the build leaves room for a book. */
export const slots = { title: "{{title}}", book: "{{book}}" };
export const dataOpen = '<script type="application/json" id="book">';
