export { type AskedPoint, answering, knowing, likeWords } from "./answering.ts";
export { type Behaviour, inTurn, modelServer, refused, whole } from "./model-server.ts";
