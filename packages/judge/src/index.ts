export { amount, CostEstimate, mustAfford, type Price, type Usage } from "./model/cost.ts";
export { ownReader } from "./own.ts";
export { mustBeSendable, restrictedAmong } from "./restricted.ts";
export { judgeDefaults, keyVariable, type Style, styles } from "./settings.ts";
