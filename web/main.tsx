import { render } from "preact";
import { useAppearance } from "./parts/appearance.tsx";
import { useRoute } from "./route.ts";
import { Annotator } from "./screens/annotator.tsx";
import { Library } from "./screens/library.tsx";
import { MatrixScreen } from "./screens/matrix.tsx";
import { Reader } from "./screens/reader.tsx";
import { Settle } from "./screens/settle.tsx";

function Page() {
  const route = useRoute();
  useAppearance();
  if (route.screen === "library") return <Library />;
  const key = `${route.folder}/${route.number}`;
  if (route.screen === "matrix") return <MatrixScreen key={key} {...route} />;
  if (route.screen === "annotate") return <Annotator key={key} {...route} />;
  if (route.screen === "settle") return <Settle key={key} {...route} />;
  return <Reader key={key} {...route} />;
}

const page = document.getElementById("page");
if (page !== null) render(<Page />, page);
