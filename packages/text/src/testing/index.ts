export { prose } from "./prose.ts";
