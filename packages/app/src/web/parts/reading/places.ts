import { furthestPlaces, nobody, type Person, type ReadingPlace, readUpTo } from "@plotline/corpus";
import { useEffect, useRef } from "preact/hooks";
import { type Base, here } from "../../route.ts";
import { serverOf, useFetched } from "../../server.ts";
import { useEvent } from "../controls/events.ts";
import { readPerson, usePerson } from "../frame/person.tsx";
import { useStored } from "../frame/stored.ts";
import { placesKey } from "../frame/taken-over.ts";

type Places = Person["places"];

/** How far everything was read: what this browser remembers or what the server has saved for this person, whichever is further. */
export function usePlaces(base: Base = here): [Places, (place: ReadingPlace) => void] {
  const [name] = usePerson();
  const [here, setHere] = useStored<Places>(placesKey(base, name), {});
  const there = useFetched(async () => (name === "" ? nobody : readPerson(name, base)), [name, base])?.places ?? {};
  const send = useSending(name, base);
  const reach = (place: ReadingPlace) => {
    setHere(readUpTo({ ...nobody, places: here }, place).places);
    send(place);
  };
  return [furthestPlaces(here, there), reach];
}

/** Not every step of scrolling is sent: the last one, a moment later, or when the page is left. */
function useSending(name: string, base: Base): (place: ReadingPlace) => void {
  const waiting = useRef<ReadingPlace>();
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const flush = () => {
    clearTimeout(timer.current);
    const place = waiting.current;
    waiting.current = undefined;
    if (place === undefined || name === "") return;
    const { places } = serverOf(base).people[":name"];
    const sent = places.$post({ param: { name }, json: place }, { init: { keepalive: true } });
    sent.catch(() => undefined);
  };
  const latest = useRef(flush);
  latest.current = flush;
  useEvent("pagehide", flush);
  useEffect(() => () => latest.current(), []);
  return (place) => {
    waiting.current = place;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latest.current(), 800);
  };
}
