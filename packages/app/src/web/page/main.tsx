/// <reference types="vite/client" />
import { render } from "preact";
import "../style/page.css";
import { WithBook } from "../parts/book/book.tsx";
import { ChapterOfBook } from "../parts/frame/chapter-of-book.tsx";
import { useLinesKept } from "../parts/frame/lines-kept.ts";
import { routeOf, useRoute } from "../route.ts";
import { Book } from "../screens/book.tsx";
import { Quiz } from "../screens/quiz.tsx";
import { Reader } from "../screens/reader.tsx";
import { Recap } from "../screens/recap.tsx";
import { start } from "./backend.ts";

/** The app of whoever reads: everything but the contents has an address of its own. */
function Page() {
  const route = useRoute();
  useLinesKept();
  if (route.screen === "quiz") return <Quiz />;
  const opened = routeOf(start);
  if (!("folder" in opened)) return null;
  const place = "folder" in route ? route : ({ screen: "book", folder: opened.folder } as const);
  return (
    <WithBook folder={place.folder}>
      {"chapter" in place ? (
        <ChapterOfBook key={place.chapter} route={place} Screen={Reader} />
      ) : place.screen === "recap" ? (
        <Recap />
      ) : (
        <Book />
      )}
    </WithBook>
  );
}

const page = document.getElementById("page");
if (page !== null) render(<Page />, page);
