/** WebAssembly in base64, made from assembly/kernel.ts by scripts/kernel.mjs. */
declare const code: string;
export default code;
