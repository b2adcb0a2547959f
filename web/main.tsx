import { render } from "preact";
import { useAppearance } from "./parts/appearance.tsx";
import { ChapterOfBook, WithBook } from "./parts/book.tsx";
import { useHelpKey } from "./parts/help-key.ts";
import { later } from "./parts/later.tsx";
import { type ChapterScreen, useRoute } from "./route.ts";
import { Book } from "./screens/book.tsx";
import { Library } from "./screens/library.tsx";
import { Reader } from "./screens/reader.tsx";
import { Gate } from "./team/gate.tsx";

const Annotator = later(async () => (await import("./screens/annotator.tsx")).Annotator);
const Help = later(async () => (await import("./screens/help.tsx")).Help);
const MatrixScreen = later(async () => (await import("./screens/matrix.tsx")).MatrixScreen);
const Quiz = later(async () => (await import("./screens/quiz.tsx")).Quiz);
const Recap = later(async () => (await import("./screens/recap.tsx")).Recap);
const Results = later(async () => (await import("./screens/results.tsx")).Results);
const Settle = later(async () => (await import("./screens/settle.tsx")).Settle);
const Settling = later(async () => (await import("./screens/settling.tsx")).Settling);
const Team = later(async () => (await import("./team/screen.tsx")).Team);

const ofChapter = { read: Reader, matrix: MatrixScreen, annotate: Annotator, settle: Settle } satisfies Record<
  ChapterScreen,
  unknown
>;

function Page() {
  const route = useRoute();
  useAppearance();
  useHelpKey();
  if (!("folder" in route))
    return { library: <Library />, quiz: <Quiz />, results: <Results />, help: <Help />, team: <Team /> }[route.screen];
  return (
    <WithBook key={route.folder} folder={route.folder}>
      {"chapter" in route ? (
        <ChapterOfBook key={route.chapter} route={route} Screen={ofChapter[route.screen]} />
      ) : (
        { book: <Book />, recap: <Recap />, settling: <Settling /> }[route.screen]
      )}
    </WithBook>
  );
}

const page = document.getElementById("page");
if (page !== null)
  render(
    <Gate>
      <Page />
    </Gate>,
    page,
  );
