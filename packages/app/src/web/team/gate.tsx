import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { answer } from "../server.ts";
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
  useEffect(() => {
    if (isIn) return;
    comeIn().then(
      (person) => {
        setMe(person);
        setIn(true);
      },
      (error: Error) => setProblem(error.message),
    );
  }, []);
  if (isIn) return <>{children}</>;
  return (
    <main class="message" aria-busy={problem === undefined}>
      <h1>plotline</h1>
      <p role={problem === undefined ? undefined : "alert"}>{problem ?? "Opening …"}</p>
    </main>
  );
}

/** A used link does no harm to a person who is already signed in. */
async function comeIn(): Promise<Me> {
  const asNow = () => answer(accounts.session.$get());
  if (secret === undefined) return asNow();
  try {
    return await answer(accounts.session.$post({ json: { secret } }));
  } catch (error) {
    return asNow().catch(() => {
      throw error;
    });
  }
}
