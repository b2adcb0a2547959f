import { Problem } from "@plotline/base";
import { isLoopback } from "@plotline/base/node";
import { keyVariable } from "../settings.ts";

/** The key of a model's server, where the environment has one. */
export function keyInEnvironment(): string | undefined {
  return process.env[keyVariable]?.trim() || undefined;
}

export interface Address {
  /** The whole address of the chat completions. */
  readonly url: URL;
  /** What is printed and recorded: no key, no query. */
  readonly name: string;
  /** Whether others can read what is sent on its way. */
  readonly isOpen: boolean;
}

/** `http://localhost:11434/v1`, a host alone, or the whole address of the chat completions. */
export function modelAddress(text: string): Address {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== "http:" && url.protocol !== "https:"))
    throw new Problem(
      `"${text.replace(/\/\/[^/@]*@/, "//…@").slice(0, 100)}" is not the address of a model: it looks like http://localhost:11434/v1.`,
    );
  if (url.username !== "" || url.password !== "")
    throw new Problem(`The address of a model may not contain a name or a password; put the key into ${keyVariable}.`);
  const path = url.pathname.replace(/\/+$/, "");
  if (!path.endsWith("/chat/completions")) url.pathname = `${path === "" ? "/v1" : path}/chat/completions`;
  url.hash = "";
  const isOpen = url.protocol === "http:" && !isLoopback(url.hostname);
  return { url, name: `${url.origin}${url.pathname.replace(/\/chat\/completions$/, "")}`, isOpen };
}
