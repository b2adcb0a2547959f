import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { silent } from "../../backend.ts";
import { Waiting } from "../frame/waiting.tsx";

/** A screen whose code is fetched when it is first opened, so that readers do not wait for what they do not use. */
export function onDemand<Props extends object>(fetched: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let known: ComponentType<Props> | undefined;
  return function OnDemand(props: Props) {
    const [Screen, setScreen] = useState<{ readonly it: ComponentType<Props> } | undefined>(known && { it: known });
    const [problem, setProblem] = useState<string>();
    useEffect(() => {
      if (Screen !== undefined) return;
      fetched().then(
        (it) => {
          known = it;
          setScreen({ it });
        },
        () => setProblem(`This screen could not be fetched. ${silent}`),
      );
    }, []);
    if (problem !== undefined) return <Waiting loaded={{ state: "failed", problem }} />;
    return Screen === undefined ? <Waiting loaded={{ state: "loading" }} /> : <Screen.it {...props} />;
  };
}
