import { render } from "preact";
import { begun } from "./backend.ts";
import { WithBook } from "./parts/book/book.tsx";
import { onDemand } from "./parts/controls/on-demand.tsx";
import { ChapterOfBook } from "./parts/frame/chapter-of-book.tsx";
import { useLinesKept } from "./parts/frame/lines-kept.ts";
import { type ChapterScreen, useRoute } from "./route.ts";
import { Book } from "./screens/book.tsx";
import { Library } from "./screens/library.tsx";
import { Reader } from "./screens/reader.tsx";
import { Gate } from "./team/gate.tsx";

const Annotator = onDemand(async () => (await import("./screens/annotator.tsx")).Annotator);
const MatrixScreen = onDemand(async () => (await import("./screens/matrix.tsx")).MatrixScreen);
const Quiz = onDemand(async () => (await import("./screens/quiz.tsx")).Quiz);
const Recap = onDemand(async () => (await import("./screens/recap.tsx")).Recap);
const Results = onDemand(async () => (await import("./screens/results.tsx")).Results);
const Settle = onDemand(async () => (await import("./screens/settle.tsx")).Settle);
const BookAnnotation = onDemand(async () => (await import("./screens/book-annotation.tsx")).BookAnnotation);
const Team = onDemand(async () => (await import("./team/screen.tsx")).Team);

const ofChapter = { read: Reader, matrix: MatrixScreen, annotate: Annotator, settle: Settle } satisfies Record<
  ChapterScreen,
  unknown
>;

function Page() {
  const route = useRoute();
  useLinesKept();
  if (!("folder" in route))
    return { library: <Library />, quiz: <Quiz />, results: <Results />, team: <Team /> }[route.screen];
  return (
    <WithBook key={route.folder} folder={route.folder}>
      {"chapter" in route ? (
        <ChapterOfBook key={route.chapter} route={route} Screen={ofChapter[route.screen]} />
      ) : (
        { book: <Book />, recap: <Recap />, settling: <BookAnnotation /> }[route.screen]
      )}
    </WithBook>
  );
}

begun();
const page = document.getElementById("page");
if (page !== null)
  render(
    <Gate>
      <Page />
    </Gate>,
    page,
  );
