import { addressOf } from "../../route.ts";
import type { Loaded } from "../../server.ts";
import { Alert } from "../controls/alert.tsx";
import { Button } from "../controls/button.tsx";

/** In place of a screen that is being opened, or could not be. */
export function Waiting({ loaded }: { loaded: Loaded<unknown> }) {
  if (loaded.state === "failed")
    return (
      <main class="message" role="alert">
        <p>{loaded.problem}</p>
        <p>
          <Button label="Try again" onClick={() => location.reload()} />{" "}
          <a href={addressOf({ screen: "library" })}>Back to the library</a>
        </p>
      </main>
    );
  return (
    <main class="message" aria-busy="true">
      <p>Opening …</p>
    </main>
  );
}

/** The same for a part of a screen. */
export function Pending({ loaded }: { loaded: Loaded<unknown> }) {
  return loaded.state === "failed" ? <Alert>{loaded.problem}</Alert> : <p class="quiet">Opening …</p>;
}
