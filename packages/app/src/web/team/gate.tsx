import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Button } from "../parts/controls/button.tsx";
import { answer, attempt } from "../server.ts";
import { accounts } from "./api.ts";
import { isTeam, type Me, setMe } from "./identity.ts";

/**
 * The secret of a link is in the part of the address that no browser sends. It is removed from the address bar and the
 * history before anything else happens.
 */
const secret = takeSecret();

function takeSecret(): string | undefined {
  if (!isTeam || location.pathname !== "/join") return undefined;
  const [, found] = /^#([\w.-]{1,200})$/.exec(location.hash) ?? [];
  history.replaceState(null, "", "/");
  return found;
}

/** Admits people whom the server knows, and tells everyone else what to do. */
export function Gate({ children }: { children: ComponentChildren }) {
  const [isIn, setIn] = useState(!isTeam);
  const [problem, setProblem] = useState<string>();
  /** Who is signed in and opened a link: it may be another's, from wherever they clicked it. */
  const [asked, setAsked] = useState<string>();
  const enter = (coming: Promise<Me | string>) =>
    attempt(async () => {
      const person = await coming;
      if (typeof person === "string") return setAsked(person);
      setMe(person);
      setIn(true);
    }, setProblem);
  useEffect(() => {
    if (!isIn) void enter(secret === undefined ? present() : byLink(secret));
  }, []);
  if (isIn) return <>{children}</>;
  return (
    <main class="message" aria-busy={problem === undefined && asked === undefined}>
      <h1>plotline</h1>
      {problem === undefined && asked !== undefined && secret !== undefined ? (
        <>
          <p>You are signed in as {asked}. The link that you opened signs you in as somebody else.</p>
          <p>
            <Button label={`Stay ${asked}`} class="main" onClick={() => void enter(present())} />{" "}
            <Button label="Use the link" onClick={() => void enter(byLink(secret, asked))} />
          </p>
        </>
      ) : (
        <p role={problem === undefined ? undefined : "alert"}>{problem ?? "Opening …"}</p>
      )}
    </main>
  );
}

function present(): Promise<Me> {
  return answer(accounts.session.$get());
}

/** The name of who is signed in already, where nobody has agreed yet that another should be `instead`. */
async function byLink(text: string, instead?: string): Promise<Me | string> {
  const asked = accounts.session.$post({ json: { secret: text, instead } });
  const response = await asked.catch(() => undefined);
  if (response?.status !== 409) return answer(asked);
  const said = await response.json();
  return "present" in said ? said.present : said;
}
