import { ask } from "../../backend.ts";

/** What makes a file gives its text or its bytes. */
export function downloadFile(name: string, content: string | Uint8Array, type: string): void {
  download(name, new Blob([typeof content === "string" ? content : new Uint8Array(content)], { type }));
}

/** Gives the browser something to save. */
export function download(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** Saves what an address of our own has. */
export async function downloadFrom(address: string, name: string): Promise<void> {
  const response = await ask(address);
  if (response.ok) download(name, await response.blob());
  else alert((await response.json()).problem);
}
