import { Option } from "commander";
import { pointChoices } from "../../outline/points.ts";

export function pointsOption(): Option {
  const about = "what the guide's points are; auto cuts prose into sentences where its paragraphs are long or few";
  return new Option("--points <unit>", about).choices([...pointChoices]).default("auto");
}
