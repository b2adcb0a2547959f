/** The value of a JSON text; undefined where the text is not JSON. A byte order mark at its start is ignored. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    return undefined;
  }
}

/** Where and what the first fault is that a schema found: `works.3.kind: Invalid option`. */
export function faultIn(
  { issues }: { readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[] },
  whole = "the file",
): string {
  const [issue] = issues;
  return `${issue?.path.map(String).join(".") || whole}: ${issue?.message ?? "not understood"}`;
}
