// Fits what a language model's word is worth beside plotline's own odds, on a careful reader's recorded answers:
//   npm run train -- judge-calibration
// prints the outcome and writes packages/judge/src/data/calibration.json. Answers and texts are in packages/judge/src/fixtures
// and src/data/try-out.json, and nothing else is looked at; a test holds that the file is what this writes.
import { writeFileSync } from "node:fs";
import { logistic, sumOf } from "@plotline/base";
import { oddsWith } from "../packages/judge/src/calibration.ts";
import { calibrationFile } from "../packages/judge/src/testing/recorded.ts";

const { outcomes, text } = await calibrationFile();
const calibration = JSON.parse(text);
for (const said of Object.keys(calibration.said)) {
  const own = outcomes.filter((outcome) => outcome.said === said);
  const claimed = sumOf(own, ({ said, odds }) => logistic(oddsWith(calibration, said, odds)));
  const right = own.filter((outcome) => outcome.right).length;
  console.log(`${said}: ${own.length} cells, ${right} right, ${claimed.toFixed(1)} claimed`);
}
const named = outcomes.filter(({ said }) => said !== "unnamed").length;
console.log(`${named} links of the model`);
writeFileSync(new URL("../packages/judge/src/data/calibration.json", import.meta.url), text);
