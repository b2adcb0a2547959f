export { pageFile, pageTemplate } from "./page/page-file.ts";
export { chaptersToAlign, numberedThroughBook, pageOf, readSideBySide } from "./page/side-by-side.ts";
export { serve } from "./server/serve.ts";
export { openLog } from "./server/team/log.ts";
export { lastAddress } from "./team/address.ts";
export { auditOf, record, recordWith } from "./team/audit.ts";
export { Roster } from "./team/roster.ts";
