import { withArticle } from "@plotline/corpus";
import { useState } from "preact/hooks";
import { Alert } from "../parts/controls/alert.tsx";
import { Button } from "../parts/controls/button.tsx";
import { Menu } from "../parts/controls/menu.tsx";
import { answer, attempt } from "../server.ts";
import { accounts } from "./api.ts";
import { me } from "./identity.ts";

/** Who is in, a link for another browser, and the way out. */
export function TeamMenu() {
  const [link, setLink] = useState<string>();
  const [problem, setProblem] = useState("");
  const person = me();
  const ask = () => attempt(async () => setLink((await answer(accounts.session.link.$post())).link), setProblem);
  const leave = async () => {
    await accounts.session.$delete().catch(() => undefined);
    location.assign("/");
  };
  return (
    <Menu label={person?.name ?? ""}>
      <span class="quiet">You are {withArticle(person?.role ?? "reader")}.</span>
      <Button label="Link for another browser" note="works once" onClick={ask} />
      {link !== undefined && <SecretLink link={link} />}
      <Alert>{problem}</Alert>
      <Button label="Sign out" onClick={leave} />
    </Menu>
  );
}

/** A link that nobody can see again. */
export function SecretLink({ link }: { link: string }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <p class="secret-link">
      <input type="text" readOnly value={link} aria-label="Link" onFocus={(event) => event.currentTarget.select()} />
      <Button
        label={isCopied ? "Copied" : "Copy"}
        onClick={() =>
          navigator.clipboard?.writeText(link).then(
            () => setCopied(true),
            () => undefined,
          )
        }
      />
      <small>It works once and is not shown again.</small>
    </p>
  );
}
