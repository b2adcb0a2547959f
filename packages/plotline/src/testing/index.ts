export { heard } from "./../cli/testing/plotline.ts";
