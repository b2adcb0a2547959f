export { contentOf, copySample, folderOfFile, sample, temporaryFolder, trainOn } from "./folder.ts";
