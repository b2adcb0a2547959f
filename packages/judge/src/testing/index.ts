export { type AskedPoint, answering, firstParagraph } from "./answering.ts";
export { type Behaviour, inTurn, modelServer, refused, whole } from "./model-server.ts";
