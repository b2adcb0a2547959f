import { render } from "preact";
import { useAppearance } from "./parts/appearance.tsx";
import { later } from "./parts/later.tsx";
import { useRoute } from "./route.ts";
import { Library } from "./screens/library.tsx";
import { Reader } from "./screens/reader.tsx";

const Annotator = later(async () => (await import("./screens/annotator.tsx")).Annotator);
const MatrixScreen = later(async () => (await import("./screens/matrix.tsx")).MatrixScreen);
const Quiz = later(async () => (await import("./screens/quiz.tsx")).Quiz);
const Results = later(async () => (await import("./screens/results.tsx")).Results);
const Settle = later(async () => (await import("./screens/settle.tsx")).Settle);

function Page() {
  const route = useRoute();
  useAppearance();
  if (!("folder" in route)) return { library: <Library />, quiz: <Quiz />, results: <Results /> }[route.screen];
  const key = `${route.folder}/${route.number}`;
  if (route.screen === "matrix") return <MatrixScreen key={key} {...route} />;
  if (route.screen === "annotate") return <Annotator key={key} {...route} />;
  if (route.screen === "settle") return <Settle key={key} {...route} />;
  return <Reader key={key} {...route} />;
}

const page = document.getElementById("page");
if (page !== null) render(<Page />, page);
